import { renderDiagnostic } from '../../core/diag/render.ts'
import type { Explanation } from '../../core/explain/explanation.ts'
import { type Paint, plainPaint } from '../../core/text/columns.ts'
import { renderHeader } from './text/header.ts'
import { layoutOf } from './text/layout.ts'
import { renderDropped } from './text/left-out.ts'
import { renderTree } from './text/tree.ts'

/** Options for rendering an explanation as text. */
export interface TextOptions {
  /** Width in columns. */
  readonly width?: number
  readonly paint?: Paint
}

/** Minimum width in columns. The figures would not fit in a narrower line. */
const narrowest = 60

/** Renders an explanation for a terminal: the budget, the tree of sent entries, the dropped units, and diagnostics. */
export function renderText(
  explanation: Explanation,
  { width = 100, paint = plainPaint }: TextOptions = {},
): string {
  const columns = Math.max(narrowest, width)
  const blocks = [
    renderHeader(explanation, columns, paint),
    renderTree(explanation, layoutOf(explanation, columns), paint),
    renderDropped(explanation, columns, paint),
    ...diagnosticBlocks(explanation, columns, paint),
  ]
  return `${blocks
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

/** Renders an explanation without the tree and the dropped units, so that it fits on one screen. */
export function renderSummary(
  explanation: Explanation,
  { width = 100, paint = plainPaint }: TextOptions = {},
): string {
  const columns = Math.max(narrowest, width)
  const sections = explanation.sections.map(section => ({ ...section, entries: [] }))
  const blocks = [
    renderHeader(explanation, columns, paint),
    renderTree({ ...explanation, sections }, layoutOf({ ...explanation, sections }, columns), paint),
    renderDropped(explanation, columns, paint).slice(0, 1),
    ...diagnosticBlocks(explanation, columns, paint),
  ]
  return `${blocks
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

/** Renders the errors of an explanation, which are the reasons for a missing request; empty if there are none. */
export function renderErrors(
  explanation: Explanation,
  { width = 100, paint = plainPaint }: TextOptions = {},
): string {
  const errors = explanation.diagnostics.filter(({ level }) => level === 'error')
  return diagnosticBlocks({ ...explanation, diagnostics: errors }, Math.max(narrowest, width), paint)
    .map(lines => `${lines.join('\n')}\n`)
    .join('\n')
}

function diagnosticBlocks(
  { diagnostics, places }: Pick<Explanation, 'diagnostics' | 'places'>,
  width: number,
  paint: Paint,
): string[][] {
  return diagnostics.map(diagnostic => [
    renderDiagnostic(diagnostic, {
      width,
      paint,
      place: at => (Object.hasOwn(places, at) ? (places[at] as string) : at),
    }),
  ])
}

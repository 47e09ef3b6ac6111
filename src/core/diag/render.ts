import { type Look, oneLine, type Paint, plainPaint, terminalColumns, wrapText } from '../text/columns.ts'
import { addAll } from '../text/list.ts'
import { formatNumber } from '../text/number.ts'
import type { Level } from './catalogue.ts'
import type { Diagnostic } from './diagnostic.ts'

/** Options for rendering a diagnostic. */
export interface RenderOptions {
  /** Width in columns. */
  readonly width?: number
  readonly paint?: Paint
  /** Returns a place as text; by default, places are printed unchanged. */
  readonly place?: (at: string) => string
}

const looks: Readonly<Record<Level, Look>> = { error: 'red', warn: 'yellow', info: 'blue' }

/** Pattern of the place with which a note may begin: `e:4: up to 20 tokens`, `e:4 is the next one back`. */
export const leadingPlace = /^([cdei]:\S+?|unit:\d+)(?=:? )/

/** Renders a diagnostic for a terminal: head, places, notes and help. */
export function renderDiagnostic(diagnostic: Diagnostic, options: RenderOptions = {}): string {
  const { width = 100, paint = plainPaint, place = at => at } = options
  const { code, level, message, at, notes, help, data } = diagnostic
  const label = `${level}[${code}]`
  const hangingLines = (mark: string, text: string, indent: string): string[] =>
    wrapText(oneLine(text), width - terminalColumns(mark)).map(
      (line, index) => (index === 0 ? mark : indent) + line,
    )
  const [head = '', ...more] = hangingLines(`${label}: `, message, '  ')
  const lines = [
    paint(looks[level], label) + paint('bold', head.slice(label.length)),
    ...more.map(line => paint('bold', line)),
  ]
  const places = [...new Set(at.map(place))]
  const hidden = typeof data.count === 'number' ? data.count - at.length : 0
  if (places.length > 0) {
    const all = hidden > 0 ? `${places.join(', ')} and ${formatNumber(hidden)} more` : places.join(', ')
    addAll(lines, hangingLines('  --> ', all, '      '))
  }
  const rest = [
    ...notes.map(note => ['note', note.replace(leadingPlace, place)]),
    ...(help === null ? [] : [['help', help]]),
  ] as [string, string][]
  if (rest.length > 0) lines.push('   |')
  for (const [kind, text] of rest) {
    const mark = `   = ${kind}: `
    const [first = '', ...others] = hangingLines(mark, text, ' '.repeat(mark.length))
    lines.push(first.replace(`${kind}:`, () => paint('bold', `${kind}:`)))
    addAll(lines, others)
  }
  return lines.join('\n')
}

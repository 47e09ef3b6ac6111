import { type RenderOptions, renderDiagnostic } from '../../core/diag/render.ts'
import { formatCount } from '../../core/text/number.ts'
import type { Checked } from './check.ts'

/** Renders the result of a check for a terminal. */
export function renderChecked({ diagnostics }: Checked, options: RenderOptions = {}): string {
  const all = (['error', 'warn', 'info'] as const).flatMap(level => {
    const count = diagnostics.filter(diagnostic => diagnostic.level === level).length
    return count === 0
      ? []
      : [level === 'info' ? `${count} info` : formatCount(count, level === 'warn' ? 'warning' : level)]
  })
  const sum = all.length === 0 ? 'nothing found' : all.join(', ')
  return `${[...diagnostics.map(diagnostic => renderDiagnostic(diagnostic, options)), sum].join('\n\n')}\n`
}

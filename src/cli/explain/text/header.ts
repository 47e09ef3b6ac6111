import type { Explanation } from '../../../core/explain/explanation.ts'
import { oneLine, type Paint } from '../../../core/text/columns.ts'
import { formatCount, formatNumber } from '../../../core/text/number.ts'
import { budgetLine } from './bar.ts'

/** Renders the outcome of a compile in one or two lines, and the budget as a bar. */
export function renderHeader(explanation: Explanation, columns: number, paint: Paint): string[] {
  const { ok, agent, target, model, tokens, units } = explanation
  // The agent of an imported conversation has no name of its own, so no name is printed.
  const who = agent === 'agent' ? [] : [oneLine(agent)]
  const title = [...who, model ? oneLine(model) : 'no model', target ?? 'no target'].join(' \u00b7 ')
  const verdict = ok ? paint('green', 'ok') : paint('red', 'no request')
  const lines = [`${paint('bold', title)} \u00b7 ${verdict}`]
  const bound = tokens.max === tokens.input ? '' : ` estimated, ${formatNumber(tokens.max)} at most`
  const size = `${formatCount(tokens.input, 'token')}${bound}`
  if (target !== null)
    lines.push(tokens.limit === null ? `${size}; no limit` : `${size} (limit ${formatNumber(tokens.limit)})`)
  if (units.all > 0)
    lines.push(`${formatNumber(units.sent)} of ${formatCount(units.all, 'unit')} of history sent`)
  const bar = budgetLine(explanation, columns - 2, paint)
  return bar.length === 0 ? lines : [...lines, '', ...bar.map(line => `  ${line}`)]
}

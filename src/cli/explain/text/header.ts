import type { Explanation } from '../../../core/explain/explanation.ts'
import { type Loss, lossFacts } from '../../../core/ir/loss.ts'
import { oneLine, type Paint } from '../../../core/text/columns.ts'
import { formatCount, formatNumber } from '../../../core/text/number.ts'
import { budgetLine } from './bar.ts'

/** Describes reasoning that is lost for one reason. */
const describeLoss = ({ reason, items, tokens }: Loss): string =>
  `${formatCount(items, 'item')} of about ${formatCount(tokens, 'token')} (${reason}: ${lossFacts[reason].words})`

/** Renders the outcome of a compile in one or two lines, and the budget as a bar. */
export function renderHeader(explanation: Explanation, columns: number, paint: Paint): string[] {
  const { ok, agent, target, model, tokens, units, losses } = explanation
  // The agent of an imported conversation has no name of its own, so no name is printed.
  const who = agent === 'agent' ? [] : [oneLine(agent)]
  const title = [...who, model ? oneLine(model) : 'no model', target ?? 'no target'].join(' \u00b7 ')
  const verdict = ok ? paint('green', 'ok') : paint('red', 'no request')
  const lines = [`${paint('bold', title)} \u00b7 ${verdict}`]
  const bound = tokens.max === tokens.input ? '' : ` estimated, ${formatNumber(tokens.max)} at most`
  const size = `${formatCount(tokens.input, 'token')}${bound}`
  const soft = tokens.aim === undefined ? '' : `, soft size ${formatNumber(tokens.aim)}`
  if (target !== null)
    lines.push(
      tokens.limit === null
        ? `${size}; no limit${soft}`
        : `${size} (limit ${formatNumber(tokens.limit)}${soft})`,
    )
  if (units.all > 0)
    lines.push(`${formatNumber(units.sent)} of ${formatCount(units.all, 'unit')} of history sent`)
  if (losses.length > 0) lines.push(`reasoning lost: ${losses.map(describeLoss).join('; ')}`)
  const bar = budgetLine(explanation, columns - 2, paint)
  return bar.length === 0 ? lines : [...lines, '', ...bar.map(line => `  ${line}`)]
}

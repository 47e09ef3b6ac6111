import {
  cutColumns,
  fitColumns,
  oneLine,
  type Paint,
  plainPaint,
  terminalColumns,
  wrapText,
} from '../../core/text/columns.ts'
import { largestOf } from '../../core/text/list.ts'
import { formatCount, formatNumber } from '../../core/text/number.ts'
import type { Range } from './pass-range.ts'
import type { AgentPreview, ProgramPreview } from './program-preview.ts'

/** Width of a number column, in characters. */
const numbers = 9

/** Renders a preview for a terminal: a table of sizes, the keys and history of each agent, and the cost of one pass. */
export function renderPreview(
  { agents, pass }: ProgramPreview,
  { width = 100, paint = plainPaint }: { readonly width?: number; readonly paint?: Paint } = {},
): string {
  const names = columnWidth(
    'agent',
    agents.map(({ name }) => oneLine(name)),
  )
  const models = columnWidth('model', agents.map(modelOf))
  const head = ['tokens', 'system', 'tools', 'schema', 'history'].map(title =>
    fitColumns(title, numbers, 'right'),
  )
  const lines = [
    paint('bold', `${fitColumns('agent', names)}  ${fitColumns('model', models)}${head.join('')}`),
    ...agents.map(
      agent =>
        `${fitColumns(oneLine(agent.name), names)}  ${fitColumns(modelOf(agent), models)}${sizesOf(agent, paint)}`,
    ),
    '',
  ]
  for (const agent of agents)
    lines.push(
      `${paint('bold', oneLine(agent.name))}${agent.tools.length > 0 ? `: ${formatCount(agent.tools.length, 'tool')}` : ''}`,
      ...aboutOf(agent).flatMap(line =>
        wrapText(line, width - 4).map((part, index) => `${index === 0 ? '  ' : '    '}${part}`),
      ),
    )
  lines.push(
    '',
    `${paint('bold', 'One pass')}: ${rangeOf(pass.calls, formatCount, 'call')}, ${rangeOf(pass.tokens, formatCount, 'token')} of input${priceOf(pass.price)}`,
  )
  lines.push(...wrapText(noted, width).map(line => paint('dim', line)))
  return `${lines.join('\n')}\n`
}

const noted =
  'A loop runs from one round to its maximum, and a route takes one branch. Answers, tool results and the further calls of a tool loop are not included: they are not known before a run.'

/** Returns the width of a column that contains the given texts. */
const columnWidth = (title: string, texts: readonly string[]): number =>
  Math.min(32, largestOf(texts.map(terminalColumns), title.length))

const modelOf = ({ model }: AgentPreview): string => (model === null ? 'no model' : oneLine(model))

/** Returns the table row with the sizes of an agent's request, or the reason why there is no request. */
function sizesOf({ ok, tokens, sections, error }: AgentPreview, paint: Paint): string {
  if (!ok) return `  ${paint('red', `no request: ${cutColumns(oneLine(error ?? ''), 60)}`)}`
  const { system, tools, schema, history } = sections
  return [tokens.input, system, tools, schema, history]
    .map(size => fitColumns(size === 0 ? '\u00b7' : formatNumber(size), numbers, 'right'))
    .join('')
}

const aboutOf = ({ about, unknown, tokens: { aim } }: AgentPreview): readonly string[] => [
  ...about,
  ...(aim === undefined ? [] : [`soft size: ${formatCount(aim, 'token')}`]),
  ...(unknown.length > 0 ? [`not in the session yet: ${unknown.map(oneLine).join(', ')}`] : []),
]

/** Renders a range as text: `2 calls`, `2 to 4 calls`. */
const rangeOf = ({ least, most }: Range, count: typeof formatCount, noun: string): string =>
  Math.round(least) === Math.round(most)
    ? count(most, noun)
    : `${formatNumber(least)} to ${count(most, noun)}`

function priceOf(price: Range | null): string {
  if (price === null) return ' (the price of a model is not known)'
  const [least, most] = [dollars(price.least), dollars(price.most)]
  return least === most ? `, ${most} USD` : `, ${least} to ${most} USD`
}

/** Renders a price in USD with its first two significant digits. */
const dollars = (price: number): string =>
  price === 0 ? '0' : price >= 1 ? price.toFixed(2) : String(Number(price.toPrecision(2)))

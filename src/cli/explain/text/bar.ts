import type { Explanation, Section } from '../../../core/explain/explanation.ts'
import { fitColumns, type Look, type Paint } from '../../../core/text/columns.ts'
import { formatNumber } from '../../../core/text/number.ts'

type Kind = Exclude<Section['kind'], 'omitted'>

const shades: Readonly<Record<Kind, readonly [sign: string, look: Look, name: string]>> = {
  system: ['\u2588', 'magenta', 'system'],
  tools: ['\u2593', 'cyan', 'tools'],
  schema: ['\u2592', 'yellow', 'schema'],
  history: ['\u2591', 'green', 'history'],
}

/** Renders the budget as a bar with a legend. The width of each part is its upper bound of tokens. */
export function budgetLine({ tokens, sections }: Explanation, columns: number, paint: Paint): string[] {
  const parts = sections.flatMap(({ kind, max }) => (kind === 'omitted' ? [] : [{ kind, max: max ?? 0 }]))
  const whole = Math.max(tokens.limit ?? 0, tokens.max)
  if (whole === 0) return []
  let bar = ''
  let used = 0
  let sum = 0
  for (const { kind, max } of parts) {
    sum += max
    const [sign, look] = shades[kind]
    const end = Math.round((sum / whole) * columns)
    // Each part gets at least one column; otherwise it would be invisible.
    const width = max > 0 ? Math.max(1, end - used) : 0
    bar += paint(look, sign.repeat(Math.min(width, columns - used)))
    used = Math.min(columns, used + width)
  }
  const legend = parts.map(({ kind, max }) => {
    const [sign, look, name] = shades[kind]
    return `${paint(look, sign)} ${name} ${formatNumber(max)}`
  })
  const { free } = tokens
  if (free !== null && free >= 0) legend.push(`${paint('dim', '\u00b7')} free ${formatNumber(free)}`)
  return [
    bar + paint('dim', fitColumns('', columns - used).replaceAll(' ', '\u00b7')),
    `${paint('dim', 'at most:')} ${legend.join('   ')}`,
  ]
}

import { table } from '../../report/table.ts'
import { sum } from '../outcome.ts'
import { type Costs, costsOf, model } from './replay.ts'
import { chats, type Paced, recorded } from './sessions.ts'

/** Recorded runs that are replayed. */
const runs = 8

/** Shares of a shared beginning that implicit caching reads. */
const hits = [0, 0.5, 0.9]

/**
 * Returns a table of the costs of Gemini's explicit caches, compared with implicit caching and none, for recorded agents and
 * generated chats.
 */
export async function explicitTable(folder: string): Promise<string> {
  const groups: readonly (readonly [string, readonly Paced[]])[] = [
    [`${runs} recorded runs, a call each 15 s`, recorded(folder, runs)],
    ['5 chats, a call each 60 s', chats(60)],
    ['5 chats, a call each 15 min', chats(900)],
  ]
  const rows: string[][] = []
  for (const [name, sessions] of groups)
    for (const share of hits) {
      const costs: Costs[] = []
      for (const session of sessions) costs.push(await costsOf(session, share))
      rows.push([name, share.toFixed(1), ...cellsOf(costs)])
    }
  const head = [
    '',
    'hits',
    'calls',
    'none, USD',
    'implicit ÷ none',
    'explicit ÷ none',
    '÷ implicit',
    'best',
    'worst',
    'caches',
  ]
  return `${model.id}, caches of ${model.ttl / 60} minutes\n\n${table([head, ...rows])}`
}

function cellsOf(costs: readonly Costs[]): string[] {
  const total = (key: keyof Costs): number => sum(costs.map(each => each[key]))
  const ratios = costs.map(({ implicit, explicit }) => explicit / implicit)
  const two = (value: number): string => value.toFixed(2)
  return [
    String(total('calls')),
    two(total('none')),
    two(total('implicit') / total('none')),
    two(total('explicit') / total('none')),
    two(total('explicit') / total('implicit')),
    two(Math.min(...ratios)),
    two(Math.max(...ratios)),
    String(total('made')),
  ]
}

import { type CostRun, costRuns, longest } from '../cost/run.ts'
import type { Count } from '../library/library.ts'

/** Tokens and messages that a run must have: so much more than the budget that each way to trim has to decide something. */
const least = { tokens: 1.4 * 16_000, messages: 12 }
const most = { ofOneSource: 5, inAll: 20 }

/** The long runs of a data folder: the first of each source in turn, so that no source outweighs the others. */
export function longRuns(folder: string, count: Count): CostRun[] {
  const bySource = groupBy(costRuns(folder, count).filter(isLong), ({ name }) => name.split('/')[0] ?? '')
  const sources = [...bySource].sort(([one], [other]) => (one < other ? -1 : 1))
  const lists = sources.map(([, runs]) => runs.sort((one, other) => (one.name < other.name ? -1 : 1)))
  const inTurn = Array.from({ length: most.ofOneSource }, (_, at) => lists.flatMap(runs => runs[at] ?? []))
  return inTurn.flat().slice(0, most.inAll)
}

const isLong = (run: CostRun): boolean =>
  run.head + longest(run) > least.tokens && run.system.length + run.history.length > least.messages

/** Groups a list by a key; groups and their items are in the order of the list. */
export function groupBy<Key, Item>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

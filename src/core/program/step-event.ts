import type { StateDelta } from '../ir/event.ts'
import type { JsonValue } from '../ir/json.ts'
import type { KeyFlow } from '../state/flow.ts'
import type { StateStep } from '../state/step.ts'
import { valueKey } from '../text/equal.ts'

/**
 * Whether a step may have made a change: the change affects only keys that the step writes or removes. An empty change
 * may come from any step.
 */
export function mayHaveMade({ flow, data }: StateStep, { set = {}, delete: gone = [] }: StateDelta): boolean {
  const values = Object.entries(set) as [string, JsonValue][]
  if (isEmpty({ set, delete: gone })) return true
  if (
    data?.kind === 'S.set' &&
    !values.every(([key, value]) => valueKey(value) === valueKey(data.values[key]))
  )
    return false
  return (
    values.every(([key]) => flow.some(entry => keysWritten(entry).includes(key))) &&
    gone.every(key => flow.some(entry => removes(entry, key)))
  )
}

/**
 * Returns a function that finds the steps that may have made a change. It checks only steps that write the first key
 * that the change sets.
 */
export function makersOf(steps: readonly StateStep[]): (delta: StateDelta) => readonly StateStep[] {
  const byKey = new Map<string, Set<StateStep>>()
  for (const step of steps)
    for (const key of step.flow.flatMap(keysWritten)) byKey.set(key, (byKey.get(key) ?? new Set()).add(step))
  return delta => {
    const [key] = Object.keys(delta.set ?? {})
    const writers = key === undefined ? steps : [...(byKey.get(key) ?? [])]
    return writers.filter(step => mayHaveMade(step, delta))
  }
}

/** Whether a delta changes nothing. */
export const isEmpty = ({ set = {}, delete: gone = [] }: StateDelta): boolean =>
  gone.length === 0 && Object.keys(set).length === 0

function keysWritten(entry: KeyFlow): readonly string[] {
  if (entry.kind === 'write') return [entry.key]
  return entry.kind === 'rename' ? entry.pairs.map(({ to }) => to) : []
}

const removes = (entry: KeyFlow, key: string): boolean =>
  (entry.kind === 'remove' && entry.key === key) ||
  (entry.kind === 'rename' && entry.pairs.some(({ from }) => from === key)) ||
  (entry.kind === 'keep-only' && !entry.keys.includes(key))

import type { JsonValue } from '../ir/json.ts'
import type { StateDelta } from '../session/event.ts'
import type { KeyFlow } from '../state/flow.ts'
import type { StateStep } from '../state/step.ts'
import { valueKey } from '../text/value-key.ts'

/** Whether a change may be what a step did: it touches nothing that the step leaves alone. One of nothing may be any's. */
export function mayBeOf({ flow, data }: StateStep, { set = {}, delete: gone = [] }: StateDelta): boolean {
  const values = Object.entries(set) as [string, JsonValue][]
  if (isEmpty({ set, delete: gone })) return true
  if (
    data?.kind === 'S.set' &&
    !values.every(([key, value]) => valueKey(value) === valueKey(data.values[key]))
  )
    return false
  return (
    values.every(([key]) => flow.some(entry => writes(entry, key))) &&
    gone.every(key => flow.some(entry => removes(entry, key)))
  )
}

/** Whether a change changes nothing. */
export const isEmpty = ({ set = {}, delete: gone = [] }: StateDelta): boolean =>
  gone.length === 0 && Object.keys(set).length === 0

const writes = (entry: KeyFlow, key: string): boolean =>
  (entry.kind === 'write' && entry.key === key) ||
  (entry.kind === 'rename' && entry.pairs.some(({ to }) => to === key))

const removes = (entry: KeyFlow, key: string): boolean =>
  (entry.kind === 'remove' && entry.key === key) ||
  (entry.kind === 'rename' && entry.pairs.some(({ from }) => from === key)) ||
  (entry.kind === 'keep-only' && !entry.keys.includes(key))

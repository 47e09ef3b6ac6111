import type { StateDelta } from '../ir/event.ts'
import type { JsonObject, JsonValue } from '../ir/json.ts'

/** A session's keys and values. Own properties only; a dropped key is absent. */
export type State = Readonly<Record<string, JsonValue>>

/** Returns an object of values by key; a key such as `__proto__` is an ordinary key. */
export function toState(entries: Iterable<readonly [string, JsonValue | undefined]>): State {
  const state = Object.create(null) as Record<string, JsonValue>
  for (const [key, value] of entries) if (value !== undefined) state[key] = value
  return Object.freeze(state)
}

/** Returns a state with these keys. */
export const stateOf = (values: JsonObject): State => toState(Object.entries(values))

/** Returns a state after a delta: first the deletions, then the values. */
export function withDelta(state: State, delta: StateDelta): State {
  const gone = new Set(delta.delete)
  const kept = Object.entries(state).filter(([key]) => !gone.has(key))
  return toState([...kept, ...Object.entries(delta.set ?? {})])
}

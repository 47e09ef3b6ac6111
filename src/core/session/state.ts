import type { StateDelta } from '../ir/event.ts'
import type { JsonObject, JsonValue } from '../ir/json.ts'

/** Keys and values of a session's state, as own properties only. A deleted key is absent. */
export type State = Readonly<Record<string, JsonValue>>

/** Returns an object of values by key, in which a key such as `__proto__` is an ordinary property. */
export function toState(entries: Iterable<readonly [string, JsonValue | undefined]>): State {
  const state = Object.create(null) as Record<string, JsonValue>
  for (const [key, value] of entries) if (value !== undefined) state[key] = value
  return Object.freeze(state)
}

/** Returns a state object with these keys and values. */
export const stateOf = (values: JsonObject): State => toState(Object.entries(values))

/** Returns a state after a state delta: the delta's deletions are applied first, then its values. */
export function withDelta(state: State, delta: StateDelta): State {
  const gone = new Set(delta.delete)
  const kept = Object.entries(state).filter(([key]) => !gone.has(key))
  return toState([...kept, ...Object.entries(delta.set ?? {})])
}

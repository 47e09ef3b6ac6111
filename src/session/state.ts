import type { JsonObject, JsonValue } from '../ir/json.ts'
import { scopeOf } from '../ir/scope.ts'
import type { Event, StateDelta } from './event.ts'

/** A session's keys and values. Own properties only; a dropped key is absent. */
export type State = Readonly<Record<string, JsonValue>>

/** A key's value, and the seq of the event that set it; -1 for what the session began with. */
export interface Kept {
  readonly value: JsonValue
  readonly seq: number
}

/** What is kept under each key. */
export type Keys = ReadonlyMap<string, Kept>

/** Applies a delta: first the deletions, then the values. */
function applyDelta(keys: Keys, delta: StateDelta, seq: number): Keys {
  const next = new Map(keys)
  for (const key of delta.delete ?? []) next.delete(key)
  for (const [key, value] of Object.entries(delta.set ?? {}))
    if (value !== undefined) next.set(key, { value, seq })
  return next
}

/** Keys that a session begins with. */
export const initialKeys = (values: JsonObject): Keys => applyDelta(new Map(), { set: values }, -1)

/** The keys as an object; one named like a prototype's is only a key. */
export function toState(keys: Keys): State {
  const state = Object.create(null) as Record<string, JsonValue>
  for (const [key, { value }] of keys) state[key] = value
  return Object.freeze(state)
}

/** Keys that belong to more than the session: taking events back does not undo them. */
const isShared = (key: string): boolean => ['app', 'user'].includes(scopeOf(key) ?? '')

const isTemporary = (key: string): boolean => scopeOf(key) === 'temp'

/** The keys as they were, with what is shared as it is. */
export function takenBack(before: Keys, now: Keys): Keys {
  const own = [...before].filter(([key]) => !isShared(key))
  return new Map([...own, ...[...now].filter(([key]) => isShared(key))])
}

/** Whether an event opens an invocation, for which alone `temp:` keys are: the user says something new. */
const opens = ({ author, parts }: Event): boolean =>
  author === 'user' && parts.length > 0 && parts.every(({ kind }) => kind !== 'tool-result')

/** The keys after an event, but for what it takes back. */
export function afterEvent(keys: Keys, event: Event): Keys {
  const delta = event.actions?.state
  const isOver = opens(event) && [...keys.keys()].some(isTemporary)
  const left = isOver ? new Map([...keys].filter(([key]) => !isTemporary(key))) : keys
  return delta ? applyDelta(left, delta, event.seq) : left
}

/** A state with these keys. */
export const stateOf = (values: JsonObject): State => toState(initialKeys(values))

/** A state after a delta. */
export const withDelta = (state: State, delta: StateDelta): State =>
  toState(applyDelta(initialKeys(state), delta, -1))

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

/** Whether an event opens an invocation, for which alone `temp:` keys are: the user says something new. */
const opens = ({ author, parts }: Event): boolean =>
  author === 'user' && parts.length > 0 && parts.every(({ kind }) => kind !== 'tool-result')

/** Keys as events change them, one after the other: copied once if any does, however many follow. */
export class KeyFold {
  private kept: Keys
  /** The copy that is changed; null while nothing is. */
  private copy: Map<string, Kept> | null = null
  /** Those of the invocation, once they were looked for. */
  private known: Set<string> | null = null

  constructor(keys: Keys) {
    this.kept = keys
  }

  /** What they are now; what is added later changes them. */
  get keys(): Keys {
    return this.kept
  }

  /** What an event does, but for what it takes back. */
  add(event: Event): void {
    if (opens(event)) for (const key of this.temporary) this.delete(key)
    const delta = event.actions?.state
    for (const key of delta?.delete ?? []) this.delete(key)
    for (const [key, value] of Object.entries(delta?.set ?? {})) {
      if (value === undefined) continue
      this.changed.set(key, { value, seq: event.seq })
      if (isTemporary(key)) this.known?.add(key)
    }
  }

  /** Goes back to earlier keys, but for those that are shared. */
  takeBack(before: Keys): void {
    const own = [...before].filter(([key]) => !isShared(key))
    this.kept = this.copy = new Map([...own, ...[...this.kept].filter(([key]) => isShared(key))])
    this.known = null
  }

  private delete(key: string): void {
    if (!this.kept.has(key)) return
    this.changed.delete(key)
    this.known?.delete(key)
  }

  private get temporary(): Set<string> {
    this.known ??= new Set([...this.kept.keys()].filter(isTemporary))
    return this.known
  }

  private get changed(): Map<string, Kept> {
    this.copy ??= new Map(this.kept)
    this.kept = this.copy
    return this.copy
  }
}

/** A state with these keys. */
export const stateOf = (values: JsonObject): State => toState(initialKeys(values))

/** A state after a delta. */
export const withDelta = (state: State, delta: StateDelta): State =>
  toState(applyDelta(initialKeys(state), delta, -1))

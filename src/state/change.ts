import type { StateDelta } from '../ir/event.ts'
import type { JsonObject, JsonValue } from '../ir/json.ts'
import type { State } from '../session/state.ts'
import type { KeyOrigin } from './step.ts'

/** One key set or taken away, in the order in which it happens. */
export type Change =
  | { readonly kind: 'set'; readonly value: JsonValue; readonly origin: KeyOrigin }
  | { readonly kind: 'remove'; readonly key: string }

/** A key that gets a value made from other keys. */
export const setFrom = (key: string, value: JsonValue, from: Iterable<string>): Change => ({
  kind: 'set',
  value,
  origin: { key, from: [...from], user: false },
})

/** A key that gets the user's words. */
export const setByUser = (key: string, value: JsonValue): Change => ({
  kind: 'set',
  value,
  origin: { key, from: [], user: true },
})

/** A key that is absent from now on. */
export const remove = (key: string): Change => ({ kind: 'remove', key })

/** Net effect of changes on a state: the last change of each key counts. */
export interface Net {
  readonly delta: Required<StateDelta>
  readonly origins: readonly KeyOrigin[]
}

/** The net effect of changes, one after the other. */
export function netOf(state: State, changes: readonly Change[]): Net {
  const set = new Map<string, Extract<Change, { kind: 'set' }>>()
  const gone = new Set<string>()
  for (const change of changes) {
    if (change.kind === 'set') {
      set.set(change.origin.key, change)
      gone.delete(change.origin.key)
    } else {
      set.delete(change.key)
      if (Object.hasOwn(state, change.key)) gone.add(change.key)
    }
  }
  const values = Object.create(null) as Record<string, JsonValue>
  for (const [key, { value }] of set) values[key] = value
  return {
    delta: Object.freeze({ set: Object.freeze(values) as JsonObject, delete: Object.freeze([...gone]) }),
    origins: Object.freeze([...set.values()].map(({ origin }) => origin)),
  }
}

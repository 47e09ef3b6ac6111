import type { StateDelta } from '../ir/event.ts'
import type { JsonObject, JsonValue } from '../ir/json.ts'
import type { State } from '../session/state.ts'
import type { KeyOrigin } from './step.ts'

/** Change of one key: it is set or removed. Changes apply in order. */
export type Change =
  | { readonly kind: 'set'; readonly value: JsonValue; readonly origin: KeyOrigin }
  | { readonly kind: 'remove'; readonly key: string }

/** Returns the change that sets a key to a value. `from`: keys whose values it was made from. */
export const changeFromKeys = (key: string, value: JsonValue, from: Iterable<string>): Change => ({
  kind: 'set',
  value,
  origin: { key, from: [...from], user: false },
})

/** Returns the change that sets a key to the user's text. */
export const setByUser = (key: string, value: JsonValue): Change => ({
  kind: 'set',
  value,
  origin: { key, from: [], user: true },
})

/** Returns the change that removes a key. */
export const removalChange = (key: string): Change => ({ kind: 'remove', key })

/** Net effect of several changes: the last change of each key. */
export interface Net {
  readonly delta: Required<StateDelta>
  readonly origins: readonly KeyOrigin[]
}

/** Returns the net effect of changes, applied in order. */
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

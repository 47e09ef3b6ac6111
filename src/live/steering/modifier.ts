import type { JsonValue } from '../../core/ir/json.ts'

/**
 * State of a live conversation, by key. A key `derived:x` is computed, and is also read as `x` if there is no key `x`.
 * The engine writes keys `session:x`. A key `turn:x` is removed at the end of the model's turn.
 */
export type LiveState = Readonly<Record<string, JsonValue>>

/**
 * Condition on the state. Must be pure, because the engine may evaluate it at any time. If it throws, it counts as
 * false.
 */
export type Predicate = (state: LiveState) => boolean

/** Text that depends on the state, for the instruction or the context. */
export type Modifier =
  /** Values of some state keys, written as `Current context: mood="calm"`. */
  | { readonly kind: 'state'; readonly keys: readonly string[] }
  /** Text that applies while a condition is true. */
  | { readonly kind: 'when'; readonly predicate: Predicate; readonly text: string }
  /** Text that a function writes. An empty text is omitted. */
  | { readonly kind: 'context'; readonly text: (state: LiveState) => string }

/**
 * Returns a modifier whose text has the values of some state keys.
 *
 * @example
 * import { buildSteeringContext, withState } from 'ctxc/live'
 *
 * console.log(buildSteeringContext({ mood: 'calm' }, [withState(['mood', 'name'])])) // [ 'Current context: mood="calm"' ]
 */
export const withState = (keys: readonly string[]): Modifier => ({ kind: 'state', keys: [...keys] })

/**
 * Returns a modifier with a text that applies while a condition is true.
 *
 * @example
 * import { buildSteeringContext, when } from 'ctxc/live'
 *
 * const urgent = when(state => state.urgent === true, 'Handle with urgency.')
 * console.log(buildSteeringContext({ urgent: true }, [urgent])) // [ 'Handle with urgency.' ]
 */
export const when = (predicate: Predicate, text: string): Modifier => ({ kind: 'when', predicate, text })

/**
 * Returns a modifier with a text that a function writes from the state.
 *
 * @example
 * import { buildSteeringContext, withContext } from 'ctxc/live'
 *
 * const guests = withContext(state => (state.guests ? `Table for ${state.guests}.` : ''))
 * console.log(buildSteeringContext({ guests: 4 }, [guests])) // [ 'Table for 4.' ]
 */
export const withContext = (text: (state: LiveState) => string): Modifier => ({ kind: 'context', text })

import type { JsonValue } from '../../core/ir/json.ts'

/**
 * State of a live conversation, by key. `derived:x` is computed, and read if `x` is missing; `session:x` is written by
 * the engine; `turn:x` ends with the model's turn.
 */
export type LiveState = Readonly<Record<string, JsonValue>>

/**
 * Condition on the state. It must be pure: the engine may evaluate it at any time. A condition that throws counts as
 * false.
 */
export type Predicate = (state: LiveState) => boolean

/** Text added to an instruction depending on the state. */
export type Modifier =
  /** Values of some state keys, rendered as `Current context: mood="calm"`. */
  | { readonly kind: 'state'; readonly keys: readonly string[] }
  /** Text that applies while a condition is true. */
  | { readonly kind: 'when'; readonly predicate: Predicate; readonly text: string }
  /** Text that a function writes; an empty text is dropped. */
  | { readonly kind: 'context'; readonly text: (state: LiveState) => string }

/**
 * Returns a modifier that tells the model the values of some state keys.
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

import type { JsonValue } from '../../core/ir/json.ts'
import type { LiveState, Modifier } from './modifier.ts'

/** Scopes that the model's names of state keys omit. Of several scopes of a key, only the first is omitted. */
const scopes = ['derived:', 'session:', 'app:', 'user:'] as const

/** Returns the value of a state key, or else of the derived key with this name; undefined if neither exists. */
export function stateValueOf(state: LiveState, key: string): JsonValue | undefined {
  if (Object.hasOwn(state, key)) return state[key]
  const derived = `derived:${key}`
  return Object.hasOwn(state, derived) ? state[derived] : undefined
}

/** Returns the name of a state key as the model sees it. */
export const keyNameForModel = (key: string): string => {
  const scope = scopes.find(each => key.startsWith(each))
  return scope === undefined ? key : key.slice(scope.length)
}

/** Returns the text of one modifier; null if it has none. Throws if the modifier's function throws. */
export function modifierText(state: LiveState, modifier: Modifier): string | null {
  if (modifier.kind === 'when') return modifier.predicate(state) === true ? modifier.text : null
  if (modifier.kind === 'context') return String(modifier.text(state) ?? '') || null
  const pairs = modifier.keys.flatMap(key => {
    const value = stateValueOf(state, key)
    return value === undefined ? [] : [`${keyNameForModel(key)}=${JSON.stringify(value)}`]
  })
  return pairs.length === 0 ? null : `Current context: ${pairs.join(', ')}`
}

/**
 * Returns the texts of modifiers in order, without empty ones. Omits missing state keys, and shows a null value as
 * `null`. Writes values as JSON. Omits a modifier whose function throws.
 *
 * @example
 * import { buildSteeringContext, when, withState } from 'ctxc/live'
 *
 * const modifiers = [withState(['mood', 'app:score']), when(state => state.urgent === true, 'Handle with urgency.')]
 * console.log(buildSteeringContext({ mood: 'calm', 'app:score': 0.85 }, modifiers)) // [ 'Current context: mood="calm", score=0.85' ]
 */
export const buildSteeringContext = (state: LiveState, modifiers: readonly Modifier[]): string[] =>
  modifiers.flatMap(modifier => {
    try {
      return modifierText(state, modifier) ?? []
    } catch {
      return []
    }
  })

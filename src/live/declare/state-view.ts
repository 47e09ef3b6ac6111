import type { JsonValue } from '../../core/ir/json.ts'
import type { LiveState } from '../steering/modifier.ts'
import type { LiveConfig } from './live-config.ts'
import type { StateText } from './phase.ts'

type Derives = Pick<LiveConfig, 'derived'>

/** Returns the state as conditions and text functions read it: with the derived keys. */
export function viewWithDerivedKeys({ derived }: Derives, values: object): LiveState {
  const view: Record<string, JsonValue> = { ...values }
  for (const [key, compute] of Object.entries(derived)) {
    const value = computeDerived(compute, values)
    if (value !== undefined) view[`derived:${key}`] = value
  }
  return view
}

/** Returns a state view that computes a value only when it is read. A record of reads then omits unused values. */
export function lazyStateView({ derived }: Derives, values: LiveState): LiveState {
  const view: Record<string, JsonValue> = {}
  const defineLazyValue = (key: string, get: () => JsonValue | undefined): unknown =>
    Object.defineProperty(view, key, { get, enumerable: true, configurable: true })
  // `Object.keys` would read every value, to check whether its key is enumerable.
  for (const key of Reflect.ownKeys(values) as string[]) defineLazyValue(key, () => values[key])
  for (const [key, compute] of Object.entries(derived)) {
    const name = `derived:${key}`
    defineLazyValue(name, () => computeDerived(compute, values) ?? values[name])
  }
  return view
}

/** Returns the value of a derived key; undefined if its function throws. */
function computeDerived(compute: LiveConfig['derived'][string], values: object): JsonValue | undefined {
  try {
    return compute(values as LiveState) as JsonValue | undefined
  } catch {
    return undefined
  }
}

/** Returns the text of an instruction; an empty text if its function throws or returns no text. */
export function evaluateStateText(text: StateText | undefined, state: LiveState): string {
  if (typeof text !== 'function') return text ?? ''
  try {
    const written: unknown = text(state)
    return typeof written === 'string' ? written : ''
  } catch {
    return ''
  }
}

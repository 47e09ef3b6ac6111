import type { JsonValue } from '../../core/ir/json.ts'
import type { LiveState } from '../steering/modifier.ts'
import type { LiveConfig } from './live-config.ts'
import type { StateText } from './phase.ts'

type Derives = Pick<LiveConfig, 'derived'>

/** Returns the state in the form that guards and texts read, including the derived keys. */
export function stateView({ derived }: Derives, values: object): LiveState {
  const view: Record<string, JsonValue> = { ...values }
  for (const [key, compute] of Object.entries(derived)) {
    const value = computeDerived(compute, values)
    if (value !== undefined) view[`derived:${key}`] = value
  }
  return view
}

/** Returns the same view for a state that records its reads: a value is read only if a text or a guard uses it. */
export function recordingView({ derived }: Derives, values: LiveState): LiveState {
  const view: Record<string, JsonValue> = {}
  const define = (key: string, get: () => JsonValue | undefined): unknown =>
    Object.defineProperty(view, key, { get, enumerable: true, configurable: true })
  // `Object.keys` would read every value to check whether it is enumerable.
  for (const key of Reflect.ownKeys(values) as string[]) define(key, () => values[key])
  for (const [key, compute] of Object.entries(derived)) {
    const name = `derived:${key}`
    define(name, () => computeDerived(compute, values) ?? values[name])
  }
  return view
}

/** Returns a derived value; undefined if it cannot be computed. */
function computeDerived(compute: LiveConfig['derived'][string], values: object): JsonValue | undefined {
  try {
    return compute(values as LiveState) as JsonValue | undefined
  } catch {
    return undefined
  }
}

/** Returns the text of an instruction; an empty text if its function throws. */
export function writtenText(text: StateText | undefined, state: LiveState): string {
  if (typeof text !== 'function') return text ?? ''
  try {
    const written: unknown = text(state)
    return typeof written === 'string' ? written : ''
  } catch {
    return ''
  }
}

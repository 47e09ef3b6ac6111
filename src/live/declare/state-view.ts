import type { LiveState } from '../steering/modifier.ts'
import type { LiveConfig } from './live-config.ts'
import type { StateText } from './phase.ts'

/** Returns the state as guards and texts read it, with the derived keys. */
export function stateView({ derived }: Pick<LiveConfig, 'derived'>, values: object): LiveState {
  const view: Record<string, unknown> = { ...values }
  for (const [key, compute] of Object.entries(derived))
    try {
      const value = compute(values as LiveState)
      if (value !== undefined) view[`derived:${key}`] = value
    } catch {
      // A key that cannot be computed is missing.
    }
  return view as LiveState
}

/** Returns the text of an instruction; an empty one if its function throws. */
export function writtenText(text: StateText | undefined, state: LiveState): string {
  if (typeof text !== 'function') return text ?? ''
  try {
    return String(text(state) ?? '')
  } catch {
    return ''
  }
}

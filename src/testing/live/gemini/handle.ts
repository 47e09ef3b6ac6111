import { withoutNewest } from '../frame.ts'
import type { GeminiState, GeminiStep } from './state.ts'

/** Sends a resumption handle, and stores the conversation under the handle. */
export const sendHandle = (s: GeminiState, resumable: boolean): GeminiStep => {
  if (!s.setup?.resumption) return [s, []]
  // While the model waits for results, there is no handle. Source: SDK type `LiveServerSessionResumptionUpdate`.
  if (!resumable || s.calls.length > 0)
    return [s, [{ send: { sessionResumptionUpdate: { newHandle: '', resumable: false } } }]]
  const newHandle = `handle-${s.connection}-${s.handles + 1}`
  const context = withoutNewest(s.context, s.options.handleLag ?? 0)
  const missed = s.context[context.length]
  s.memory.handles.set(newHandle, { context })
  // The index is sent if `transparent` is set (SDK types). Counting from 1 after the setup is an assumption.
  const index = missed ? missed.frame - 1 : s.consumed
  const consumed = s.setup.transparent ? { lastConsumedClientMessageIndex: String(index) } : {}
  return [
    { ...s, handles: s.handles + 1 },
    [{ send: { sessionResumptionUpdate: { newHandle, resumable: true, ...consumed } } }],
  ]
}

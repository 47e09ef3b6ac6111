import { withoutNewest } from '../frame.ts'
import type { GeminiState, GeminiStep } from './state.ts'

/** Sends a resumption handle, and keeps its conversation in memory. */
export const sendHandle = (s: GeminiState, resumable: boolean): GeminiStep => {
  if (!s.setup?.resumption) return [s, []]
  // d.ts `LiveServerSessionResumptionUpdate.resumable`: while the model executes function calls, it is false, and
  // there is no handle.
  if (!resumable || s.calls.length > 0)
    return [s, [{ send: { sessionResumptionUpdate: { newHandle: '', resumable: false } } }]]
  const newHandle = `handle-${s.connection}-${s.handles + 1}`
  const context = withoutNewest(s.context, s.options.handleLag ?? 0)
  const missed = s.context[context.length]
  s.memory.handles.set(newHandle, { context })
  // d.ts `lastConsumedClientMessageIndex`: sent when `transparent` is set. Counted from 1 after the setup (not documented).
  const index = missed ? missed.frame - 1 : s.consumed
  const consumed = s.setup.transparent ? { lastConsumedClientMessageIndex: String(index) } : {}
  return [
    { ...s, handles: s.handles + 1 },
    [{ send: { sessionResumptionUpdate: { newHandle, resumable: true, ...consumed } } }],
  ]
}

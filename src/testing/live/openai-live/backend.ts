import type { Json } from '../shape.ts'
import { delegationOwner, type FakeLiveState, type LiveStep, sendLiveError } from './state.ts'

/**
 * Returns a handler for a command that only one kind of delegation backend accepts; other backends have no conversation
 * for it. Source: SDK types.
 */
export const onlyForBackend =
  (kind: 'responses' | 'decisions', next: (s: FakeLiveState, event: Json) => LiveStep) =>
  (s: FakeLiveState, event: Json): LiveStep =>
    delegationOwner(s.session) === kind
      ? next(s, event)
      : sendLiveError(s, event, {
          code: 'invalid_value',
          message: `${event.type} needs a session with ${kind} delegation.`,
          param: 'type',
        })

/** Handles `response.item.create`, which adds a message or the output of an open call. */
export const createItem = (s: FakeLiveState, event: Json): LiveStep => {
  const item = event.item as Json
  if (item.type !== 'function_call_output') return [s, []]
  const id = String(item.call_id)
  if (!s.open.includes(id))
    return sendLiveError(s, event, {
      code: 'invalid_value',
      message: `No function call found with call_id '${id}'.`,
      param: 'item.call_id',
    })
  const context = [...s.context, { role: 'tool', text: String(item.output) }]
  return [{ ...s, context, open: s.open.filter(other => other !== id) }, []]
}

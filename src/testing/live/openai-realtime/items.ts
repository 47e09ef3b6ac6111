import type { Json } from '../shape.ts'
import {
  newId,
  type RealtimeItem,
  type RealtimeState,
  type RealtimeStep,
  sendRealtimeError,
  sendRealtimeEvents,
} from './state.ts'

/** Returns the text of an item in the form of the protocol. */
const textOfProtocolItem = (json: Json): string => {
  if (json.type === 'function_call') return `${json.name}(${json.arguments})`
  if (json.type === 'function_call_output') return String(json.output)
  const content = (json.content ?? []) as readonly Json[]
  return content.map(part => String(part.text ?? part.transcript ?? '')).join('')
}

/** Returns the conversation item for an item that the client sent. */
export const toConversationItem = (id: string, json: Json): RealtimeItem => ({
  id,
  role: json.type === 'message' ? String(json.role) : json.type === 'function_call' ? 'assistant' : 'tool',
  text: textOfProtocolItem(json),
  audioMs: 0,
  ...(typeof json.call_id === 'string' ? { callId: json.call_id } : {}),
  json: { ...json, id, object: 'realtime.item', status: json.status ?? 'completed' },
})

/** Adds an item after another item, or at the end. Sends `added`, then `done` once complete. Source: SDK types. */
export const addItem = (s: RealtimeState, item: RealtimeItem, after?: string, done = true): RealtimeStep => {
  const at = after === undefined ? s.items.length : s.items.findIndex(({ id }) => id === after) + 1
  const previous_item_id = s.items[at - 1]?.id ?? null
  const items = [...s.items.slice(0, at), item, ...s.items.slice(at)]
  const event = { previous_item_id, item: item.json }
  const added = { type: 'conversation.item.added', ...event }
  return sendRealtimeEvents(
    { ...s, items },
    added,
    ...(done ? [{ type: 'conversation.item.done', ...event }] : []),
  )
}

/** Handles `conversation.item.create`. */
export const createItem = (s: RealtimeState, event: Json): RealtimeStep => {
  const json = event.item as Json
  const id = json.id as string | undefined
  if (id !== undefined && id.length > 32)
    // This limit is reported in the vendor's forum; the SDK types do not contain it.
    return sendRealtimeError(s, event, {
      code: 'string_above_max_length',
      message: `Invalid 'item.id': string too long. Expected a string with maximum length 32, but got a string with length ${id.length} instead.`,
      param: 'item.id',
    })
  // Item ids must be unique. Source: live-2026.md A4.
  if (id !== undefined && s.items.some(item => item.id === id))
    return sendRealtimeError(s, event, {
      code: 'item_create_duplicate_item_id',
      message: `Error adding item: an item with id '${id}' already exists.`,
      param: 'item.id',
    })
  // `root` means the beginning. An unknown id is an error, and nothing is added. Source: SDK field `previous_item_id`.
  const previous = (event.previous_item_id ?? undefined) as string | undefined
  if (previous !== undefined && previous !== 'root' && !s.items.some(item => item.id === previous))
    return sendRealtimeError(s, event, {
      code: 'item_create_invalid_previous_item_id',
      message: `Error adding item: the previous item with id '${previous}' does not exist.`,
      param: 'previous_item_id',
    })
  // The output must name its call. Source: SDK type `RealtimeConversationItemFunctionCallOutput`, field `call_id`.
  if (
    json.type === 'function_call_output' &&
    !s.items.some(item => item.json.type === 'function_call' && item.callId === json.call_id)
  )
    return sendRealtimeError(s, event, {
      code: 'invalid_tool_call_id',
      message: `Tool call ID '${json.call_id}' not found in conversation.`,
      param: 'item.call_id',
    })
  const [next, fresh] = id === undefined ? newId(s, 'item') : [s, id]
  return addItem(next, toConversationItem(fresh, json), previous)
}

const itemNotFound = (s: RealtimeState, event: Json, verb: string, gerund: string): RealtimeStep =>
  sendRealtimeError(s, event, {
    code: `item_${verb}_invalid_item_id`,
    message: `Error ${gerund} item: the item with id '${event.item_id}' does not exist.`,
    param: 'item_id',
  })

/** Handles `conversation.item.delete`. */
export const deleteItem = (s: RealtimeState, event: Json): RealtimeStep => {
  const items = s.items.filter(item => item.id !== event.item_id)
  if (items.length === s.items.length) return itemNotFound(s, event, 'delete', 'deleting')
  return sendRealtimeEvents({ ...s, items }, { type: 'conversation.item.deleted', item_id: event.item_id })
}

/** Handles `conversation.item.retrieve`. */
export const retrieveItem = (s: RealtimeState, event: Json): RealtimeStep => {
  const item = s.items.find(item => item.id === event.item_id)
  if (!item) return itemNotFound(s, event, 'retrieve', 'retrieving')
  return sendRealtimeEvents(s, { type: 'conversation.item.retrieved', item: item.json })
}

/**
 * Handles `conversation.item.truncate`. The transcript is deleted too: the model must not keep text that nobody heard.
 */
export const truncateItem = (s: RealtimeState, event: Json): RealtimeStep => {
  const item = s.items.find(item => item.id === event.item_id)
  if (!item) return itemNotFound(s, event, 'truncate', 'truncating')
  const wrong = (message: string, param: string) =>
    sendRealtimeError(s, event, { code: 'invalid_value', message, param })
  // Only assistant messages, content_index 0, at most the audio's length. Source: `ConversationItemTruncateEvent`.
  if (item.role !== 'assistant' || item.json.type !== 'message')
    return wrong('Only model output audio messages can be truncated.', 'item_id')
  if (event.content_index !== 0) return wrong('Invalid content_index: must be 0.', 'content_index')
  const end = event.audio_end_ms as number
  if (end < 0 || end > item.audioMs)
    return wrong(`Audio content of ${item.audioMs}ms is already shorter than ${end}ms.`, 'audio_end_ms')
  const cut = { ...item, text: '', audioMs: end, json: { ...item.json, content: [{ type: 'output_audio' }] } }
  return sendRealtimeEvents(
    { ...s, items: s.items.map(other => (other === item ? cut : other)) },
    { type: 'conversation.item.truncated', item_id: item.id, content_index: 0, audio_end_ms: end },
  )
}

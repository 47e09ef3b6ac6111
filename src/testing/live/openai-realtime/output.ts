import { bytesOfBase64, bytesPerMs, silence } from '../frame.ts'
import type { Json } from '../shape.ts'
import { continueStep, runSteps } from '../step.ts'
import { addItem, toConversationItem } from './items.ts'
import {
  newId,
  type RealtimeItem,
  type RealtimeResponse,
  type RealtimeState,
  type RealtimeStep,
  sendRealtimeEvents,
} from './state.ts'

const responseWithId = (s: RealtimeState, id: string) => s.responses.find(response => response.id === id)!

const replace = (s: RealtimeState, id: string, change: Partial<RealtimeResponse>): RealtimeState => ({
  ...s,
  responses: s.responses.map(response => (response.id === id ? { ...response, ...change } : response)),
})

/** Returns the state with a changed message: in its response, and in the conversation if the message is there. */
const setMessage = (s: RealtimeState, id: string, message: RealtimeItem): RealtimeState =>
  replace({ ...s, items: s.items.map(item => (item.id === message.id ? message : item)) }, id, { message })

const outputPlaceOf = (response: RealtimeResponse, item: string): Json => ({
  response_id: response.id,
  item_id: item,
  output_index: response.outputs.length,
  content_index: 0,
})

/** Starts an output item. A response outside the default conversation adds nothing to the conversation. */
const startItem = (s: RealtimeState, id: string, item: RealtimeItem): RealtimeStep => {
  const response = responseWithId(s, id)
  const { output_index } = outputPlaceOf(response, item.id)
  const added = { type: 'response.output_item.added', response_id: id, output_index, item: item.json }
  return continueStep(sendRealtimeEvents(s, added), s =>
    response.outOfBand ? [s, []] : addItem(s, item, undefined, false),
  )
}

/** Finishes an output item, and sends its events. */
const finishItem = (s: RealtimeState, id: string, json: Json): RealtimeStep => {
  const response = responseWithId(s, id)
  const { output_index } = outputPlaceOf(response, String(json.id))
  const at = s.items.findIndex(item => item.id === json.id)
  const done = { type: 'conversation.item.done', previous_item_id: s.items[at - 1]?.id ?? null, item: json }
  const items = s.items.map(item => (item.id === json.id ? { ...item, json } : item))
  return sendRealtimeEvents(
    replace({ ...s, items }, id, { message: undefined, outputs: [...response.outputs, json] }),
    ...(at < 0 ? [] : [done]),
    { type: 'response.output_item.done', response_id: id, output_index, item: json },
  )
}

const startMessage = (s: RealtimeState, id: string): RealtimeStep => {
  const [next, item] = newId(s, 'item')
  const json = { type: 'message', role: 'assistant', status: 'in_progress', content: [] }
  const message = toConversationItem(item, json)
  const part = responseWithId(s, id).textOnly ? { type: 'text', text: '' } : { type: 'audio', transcript: '' }
  return runSteps(
    next,
    s => startItem(s, id, message),
    s =>
      sendRealtimeEvents(s, {
        type: 'response.content_part.added',
        ...outputPlaceOf(responseWithId(s, id), item),
        part,
      }),
    s => [setMessage(s, id, message), []],
  )
}

/** Sends a chunk of speech, or of text if the response has no audio. */
export const speakText = (s: RealtimeState, id: string, text: string, audio = silence): RealtimeStep =>
  continueStep(responseWithId(s, id).message ? [s, []] : startMessage(s, id), s => {
    const response = responseWithId(s, id)
    const message = response.message!
    const at = outputPlaceOf(response, message.id)
    const said = { ...message, text: message.text + text }
    if (response.textOnly)
      return sendRealtimeEvents(setMessage(s, id, said), {
        type: 'response.output_text.delta',
        ...at,
        delta: text,
      })
    const audioMs = message.audioMs + (bytesOfBase64(audio) ?? 0) / bytesPerMs
    return sendRealtimeEvents(
      { ...setMessage(s, id, { ...said, audioMs }), spoke: true },
      { type: 'response.output_audio_transcript.delta', ...at, delta: text },
      { type: 'response.output_audio.delta', ...at, delta: audio },
    )
  })

/** Finishes the open message of a response; does nothing if there is none. */
export const finishMessage = (s: RealtimeState, id: string, status = 'completed'): RealtimeStep => {
  const response = responseWithId(s, id)
  const { message, textOnly } = response
  if (!message) return [s, []]
  const at = outputPlaceOf(response, message.id)
  const { text } = message
  const content = textOnly ? { type: 'output_text', text } : { type: 'output_audio', transcript: text }
  const part = textOnly ? { type: 'text', text } : { type: 'audio', transcript: text }
  const ends = textOnly
    ? [{ type: 'response.output_text.done', ...at, text }]
    : [
        { type: 'response.output_audio.done', ...at },
        { type: 'response.output_audio_transcript.done', ...at, transcript: text },
      ]
  return continueStep(
    sendRealtimeEvents(s, ...ends, { type: 'response.content_part.done', ...at, part }),
    s => finishItem(s, id, { ...message.json, status, content: [content] }),
  )
}

/** Sends a function call as a separate output item. */
export const sendCall = (
  s: RealtimeState,
  id: string,
  callId: string,
  name: string,
  args: object,
): RealtimeStep => {
  const [next, item] = newId(s, 'item')
  const json = { type: 'function_call', call_id: callId, name, arguments: '', status: 'in_progress' }
  const text = JSON.stringify(args)
  const done = toConversationItem(item, { ...json, arguments: text, status: 'completed' })
  return runSteps(
    next,
    s => finishMessage(s, id),
    s => startItem(s, id, { ...done, json: toConversationItem(item, json).json }),
    s => {
      const { content_index: _, ...at } = outputPlaceOf(responseWithId(s, id), item)
      const call = { ...at, call_id: callId }
      return sendRealtimeEvents(
        s,
        { type: 'response.function_call_arguments.delta', ...call, delta: text },
        { type: 'response.function_call_arguments.done', ...call, name, arguments: text },
      )
    },
    s => finishItem(s, id, done.json),
  )
}

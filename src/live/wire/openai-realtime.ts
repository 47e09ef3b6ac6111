import { objectOr, type Raw, stringOr } from '../../core/from/read.ts'
import type { JsonObject, JsonValue } from '../../core/ir/json.ts'
import type { ContextBlock, LiveMessage } from '../engine/message.ts'
import { audioLength } from './audio-length.ts'
import type { CloseMeaning, Codec, CodecOptions, Received } from './codec.ts'
import { openaiFunctions, readCallItem } from './openai-tools.ts'
import { renderBlock } from './render-block.ts'
import { comparableSettings, isUpdateReply, readSteeredSettings, type Steered } from './steered.ts'

/** Prefix of the ids of client events that ctxc sends. Errors of the server name these ids. */
const prefix = 'ctxc_'

/**
 * Codec of the OpenAI Realtime API. Source: `RealtimeClientEvent` and `RealtimeServerEvent` in openai 7.57.0,
 * resources/realtime.
 */
export class RealtimeCodec implements Codec {
  private readonly options: CodecOptions
  /** Updates that wait for a confirmation, in sending order. A confirmation does not say which update it confirms. */
  private readonly updates: { readonly frame: number; readonly asked: Steered }[] = []
  /** Session settings as the server reported them last. */
  private shown: Steered = {}
  /** Message number for each item that the server has not confirmed yet, by the item's id. */
  private readonly items = new Map<string, number>()
  /** State of each message with items: how many items got no reply yet, and the ids of refused items. */
  private readonly open = new Map<number, { readonly left: number; readonly refused: readonly string[] }>()
  private isReady = false
  /** Id of the response in progress; null for none. */
  private active: string | null = null
  /** Item that contains the model's last audio, and the audio's length in milliseconds. */
  private spoken: { readonly item: string; readonly index: number; readonly length: number } | null = null
  readonly count = 0
  readonly consumed = 0

  get transcribes(): boolean {
    return transcriptionSetting(this.options) !== null
  }

  constructor(options: CodecOptions) {
    this.options = options
  }

  encode(message: LiveMessage, frame: number): readonly object[] {
    const event_id = `${prefix}${frame}`
    switch (message.kind) {
      case 'setup':
      case 'update': {
        const { instruction, tools } = message
        this.updates.push({ frame, asked: comparableSettings(instruction, tools) })
        const session = {
          type: 'realtime',
          ...(message.kind === 'setup' && addTranscriptionSetting(this.options)),
          ...(instruction !== undefined && { instructions: instruction }),
          ...(tools !== undefined && { tools: openaiFunctions(this.options, message.agent, tools) }),
        }
        return [{ type: 'session.update', event_id, session }]
      }
      case 'context': {
        const items = message.blocks.flatMap(itemsOfBlock)
        this.open.set(frame, { left: items.length, refused: [] })
        for (const { id } of items) this.items.set(id, frame)
        return items.map(item => ({
          ...{ type: 'conversation.item.create', item },
          event_id: `${event_id}.${item.id}`,
        }))
      }
      case 'remove':
        return [{ type: 'conversation.item.delete', event_id, item_id: message.item }]
      case 'cancel':
        return [{ type: 'response.cancel', event_id }]
      case 'speak':
        return [{ type: 'response.create', event_id }]
      case 'text': {
        const content = [{ type: 'input_text', text: message.text }]
        return [
          { type: 'conversation.item.create', event_id, item: { type: 'message', role: 'user', content } },
        ]
      }
      case 'result': {
        const { call, value } = message
        const output = typeof value === 'string' ? value : JSON.stringify(value)
        return [
          {
            ...{ type: 'conversation.item.create', event_id },
            item: { type: 'function_call_output', call_id: call, output },
          },
        ]
      }
      case 'progress':
        return []
    }
  }

  audio(data: string): object {
    return { type: 'input_audio_buffer.append', audio: data }
  }

  video(data: string): object {
    const content = [{ type: 'input_image', image_url: `data:image/jpeg;base64,${data}` }]
    return { type: 'conversation.item.create', item: { type: 'message', role: 'user', content } }
  }

  heardUntil(milliseconds: number): object | null {
    const { spoken } = this
    if (spoken === null || milliseconds >= spoken.length) return null
    this.spoken = null
    return {
      ...{ type: 'conversation.item.truncate', item_id: spoken.item, content_index: spoken.index },
      audio_end_ms: Math.max(0, Math.floor(milliseconds)),
    }
  }

  closed(): CloseMeaning {
    return {}
  }

  decode(frame: unknown): readonly Received[] {
    const event = objectOr(frame)
    switch (event.type) {
      case 'session.created':
        this.shown = readSteeredSettings(objectOr(event.session))
        return []
      case 'session.updated':
        return this.readSessionUpdate(readSteeredSettings(objectOr(event.session)))
      case 'conversation.item.added':
        return this.confirmItem(stringOr(objectOr(event.item).id))
      case 'conversation.item.deleted':
        return [{ type: 'removed', item: stringOr(event.item_id) }]
      case 'response.created':
        return this.readResponseStart(objectOr(event.response))
      case 'response.done':
        return this.readResponseEnd(objectOr(event.response))
      case 'response.output_audio.delta':
        return this.readAudioDelta(event)
      case 'response.output_audio_transcript.delta':
      case 'response.output_text.delta':
        return event.response_id === this.active ? [{ type: 'spoke', text: stringOr(event.delta) }] : []
      case 'response.output_item.done':
        return event.response_id === this.active ? readCallItem(objectOr(event.item)) : []
      case 'conversation.item.input_audio_transcription.completed':
        return [{ type: 'heard', text: stringOr(event.transcript) }]
      case 'input_audio_buffer.speech_started':
        return [{ type: 'speech-started' }]
      case 'input_audio_buffer.speech_stopped':
        return [{ type: 'speech-stopped' }]
      case 'error':
        return this.readServerError(objectOr(event.error))
      default:
        return []
    }
  }

  /**
   * Handles the server's report of the session's settings. The client that owns the connection also changes them, so a
   * report without a requested change confirms nothing.
   */
  private readSessionUpdate(shown: Steered): readonly Received[] {
    const [before, next] = [this.shown, this.updates[0]]
    this.shown = shown
    if (next === undefined || !isUpdateReply(shown, next.asked, before)) return []
    this.updates.shift()
    if (this.isReady) return [{ type: 'acked', frame: next.frame }]
    this.isReady = true
    return [{ type: 'ready' }]
  }

  private confirmItem(item: string): readonly Received[] {
    const frame = this.items.get(item)
    if (frame === undefined) return []
    return this.recordItemReply(item, frame, '')
  }

  /**
   * Records that an item was accepted or refused. Once all items of a message got a reply, the message is confirmed, or
   * has partly failed.
   */
  private recordItemReply(item: string, frame: number, reason: string): readonly Received[] {
    this.items.delete(item)
    const { left, refused } = this.open.get(frame) ?? { left: 1, refused: [] }
    // If one text of a block is refused, the whole block counts as refused.
    const lost = reason === '' ? refused : [...refused, item.replace(/(_\d+_\d+)_\d+$/, '$1')]
    if (left > 1) {
      this.open.set(frame, { left: left - 1, refused: lost })
      return []
    }
    this.open.delete(frame)
    if (lost.length === 0) return [{ type: 'acked', frame }]
    return [{ type: 'failed', frame, isRefused: true, reason, items: lost }]
  }

  /**
   * Handles the start of a response. A response without a `conversation_id` is outside the conversation, and no turn of
   * the model.
   */
  private readResponseStart({ id, conversation_id: conversation }: Raw): readonly Received[] {
    if (conversation === null) return []
    this.active = stringOr(id)
    return [{ type: 'answer-started' }]
  }

  private readResponseEnd({ id, status, status_details: details, usage }: Raw): readonly Received[] {
    if (id !== this.active) return []
    this.active = null
    const isCut = status === 'cancelled' && objectOr(details).reason === 'turn_detected'
    const { total_tokens: total, output_tokens: written } = objectOr(usage)
    return [
      ...(isCut ? [{ type: 'interrupted' as const }] : []),
      ...(typeof total === 'number'
        ? [{ type: 'usage' as const, total, ...(typeof written === 'number' && { written }) }]
        : []),
      { type: 'turn-complete' },
    ]
  }

  private readAudioDelta({ delta, item_id: item, content_index: index }: Raw): readonly Received[] {
    const data = stringOr(delta)
    const { format } = objectOr(objectOr(this.options.setup?.audio).output)
    const length = audioLength(data, stringOr(objectOr(format).type) || 'audio/pcm')
    const before = this.spoken !== null && this.spoken.item === item ? this.spoken.length : 0
    const at = typeof index === 'number' ? index : 0
    // If the audio's length is unknown, any position may be cut.
    this.spoken = { item: stringOr(item), index: at, length: before + (length ?? Number.POSITIVE_INFINITY) }
    return [{ type: 'audio', data, length }]
  }

  private readServerError({ event_id: id, code, message }: Raw): readonly Received[] {
    const reason = stringOr(message) || stringOr(code)
    if (typeof id !== 'string' || !id.startsWith(prefix)) return [{ type: 'server-error', reason }]
    const [number = '', item = ''] = id.slice(prefix.length).split(/\.(.*)/s)
    const frame = Number(number)
    if (this.items.get(item) === frame) return this.recordItemReply(item, frame, reason)
    const at = this.updates.findIndex(update => update.frame === frame)
    if (at >= 0) this.updates.splice(at, 1)
    // Another answer is in progress. The error means only that this request must be repeated.
    const isRefused = code !== 'conversation_already_has_active_response'
    return [{ type: 'failed', frame, isRefused, reason }]
  }
}

/** Conversation item, as in the event that creates it. */
interface Item {
  readonly type: 'message'
  readonly id: string
  readonly role: string
  readonly content: readonly object[]
}

function itemsOfBlock(block: ContextBlock): readonly Item[] {
  const message = (id: string, role: string, type: string, text: string): Item => ({
    ...{ type: 'message', id, role },
    content: [{ type, text }],
  })
  if (block.said === undefined)
    return [message(block.item, block.isDeveloper ? 'system' : 'user', 'input_text', renderBlock(block))]
  return block.said.map(({ by, text }, index) =>
    by === 'user'
      ? message(`${block.item}_${index}`, 'user', 'input_text', text)
      : message(`${block.item}_${index}`, 'assistant', 'output_text', text),
  )
}

/**
 * Returns the transcription setting for the user's speech: of the setup, or else of the client, or else a default,
 * because the log needs texts.
 */
function transcriptionSetting({ setup = {}, transcription }: CodecOptions): JsonValue {
  const own = objectOr(objectOr(setup.audio).input).transcription as JsonValue | undefined
  const chosen = own === undefined ? transcription : own
  return chosen === undefined ? usual : chosen
}

const usual = { model: 'gpt-4o-mini-transcribe' }

/** Returns the setup with the transcription setting. If transcription is turned off, it stays off. */
function addTranscriptionSetting(options: CodecOptions): JsonObject {
  const { setup = {} } = options
  const transcription = transcriptionSetting(options)
  if (transcription === null) return setup
  const audio = objectOr(setup.audio) as JsonObject
  return { ...setup, audio: { ...audio, input: { ...(objectOr(audio.input) as JsonObject), transcription } } }
}

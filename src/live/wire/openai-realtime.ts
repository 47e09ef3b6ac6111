import { object, type Raw, string } from '../../from/read.ts'
import type { JsonObject } from '../../ir/json.ts'
import { readArguments } from '../../lower/arguments.ts'
import type { LiveMessage } from '../engine/message.ts'
import { type CloseMeaning, type Codec, type CodecOptions, type Received, toolsNamed } from './codec.ts'
import { renderBlock } from './render-block.ts'
import { isAnswer, type Steered, steered, steeredIn } from './steered.ts'

/** Prefix of the ids of our client events, by which errors name them. */
const prefix = 'ctxc_'

/** Codec of the OpenAI Realtime API. Source: `RealtimeClientEvent` and `RealtimeServerEvent` in openai 7.57.0, resources/realtime. */
export class RealtimeCodec implements Codec {
  private readonly options: CodecOptions
  /** Updates that are to be confirmed, in order: a confirmation does not name its update. */
  private readonly updates: { readonly frame: number; readonly asked: Steered }[] = []
  /** Session as the server showed it last. */
  private shown: Steered = {}
  /** Frames by the items that confirm them. */
  private readonly items = new Map<string, number>()
  private readonly open = new Map<number, number>()
  private isReady = false
  /** Id of the response in the conversation. */
  private active: string | null = null

  constructor(options: CodecOptions) {
    this.options = options
  }

  encode(message: LiveMessage, frame: number): readonly object[] {
    const event_id = `${prefix}${frame}`
    switch (message.kind) {
      case 'setup':
      case 'update': {
        const { instruction, tools } = message
        this.updates.push({ frame, asked: steered(instruction, tools) })
        const session = {
          type: 'realtime',
          ...(message.kind === 'setup' && this.options.setup),
          ...(instruction !== undefined && { instructions: instruction }),
          ...(tools !== undefined && { tools: this.declared(tools) }),
        }
        return [{ type: 'session.update', event_id, session }]
      }
      case 'context':
        this.open.set(frame, message.blocks.length)
        return message.blocks.map(block => {
          this.items.set(block.item, frame)
          const role = block.isDeveloper ? 'system' : 'user'
          const content = [{ type: 'input_text', text: renderBlock(block) }]
          return {
            ...{ type: 'conversation.item.create', event_id },
            item: { type: 'message', id: block.item, role, content },
          }
        })
      case 'remove':
        return [{ type: 'conversation.item.delete', event_id, item_id: message.item }]
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
    }
  }

  audio(data: string): object {
    return { type: 'input_audio_buffer.append', audio: data }
  }

  closed(): CloseMeaning {
    return {}
  }

  decode(frame: unknown): readonly Received[] {
    const event = object(frame)
    switch (event.type) {
      case 'session.created':
        this.shown = steeredIn(object(event.session))
        return []
      case 'session.updated':
        return this.updated(steeredIn(object(event.session)))
      case 'conversation.item.added':
        return this.added(string(object(event.item).id))
      case 'conversation.item.deleted':
        return [{ type: 'removed', item: string(event.item_id) }]
      case 'response.created':
        return this.created(object(event.response))
      case 'response.done':
        return this.done(object(event.response))
      case 'response.output_audio.delta':
        return [{ type: 'audio', data: string(event.delta) }]
      case 'response.output_audio_transcript.delta':
      case 'response.output_text.delta':
        return event.response_id === this.active ? [{ type: 'spoke', text: string(event.delta) }] : []
      case 'response.output_item.done':
        return event.response_id === this.active ? callOf(object(event.item)) : []
      case 'conversation.item.input_audio_transcription.completed':
        return [{ type: 'heard', text: string(event.transcript) }]
      case 'input_audio_buffer.speech_started':
        return [{ type: 'speech-started' }]
      case 'input_audio_buffer.speech_stopped':
        return [{ type: 'speech-stopped' }]
      case 'error':
        return this.error(object(event.error))
      default:
        return []
    }
  }

  /** The client that owns the connection updates the session too: what shows nothing that we asked for confirms nothing. */
  private updated(shown: Steered): readonly Received[] {
    const [before, next] = [this.shown, this.updates[0]]
    this.shown = shown
    if (next === undefined || !isAnswer(shown, next.asked, before)) return []
    this.updates.shift()
    if (this.isReady) return [{ type: 'acked', frame: next.frame }]
    this.isReady = true
    return [{ type: 'ready' }]
  }

  private added(item: string): readonly Received[] {
    const frame = this.items.get(item)
    if (frame === undefined) return []
    this.items.delete(item)
    const left = (this.open.get(frame) ?? 1) - 1
    this.open.set(frame, left)
    if (left > 0) return []
    this.open.delete(frame)
    return [{ type: 'acked', frame }]
  }

  /** A response out of the conversation has no `conversation_id`: it is no turn of the model. */
  private created({ id, conversation_id: conversation }: Raw): readonly Received[] {
    if (conversation === null) return []
    this.active = string(id)
    return [{ type: 'answer-started' }]
  }

  private done({ id, status, status_details: details }: Raw): readonly Received[] {
    if (id !== this.active) return []
    this.active = null
    const isCut = status === 'cancelled' && object(details).reason === 'turn_detected'
    return [...(isCut ? [{ type: 'interrupted' as const }] : []), { type: 'turn-complete' }]
  }

  private error({ event_id: id, code, message }: Raw): readonly Received[] {
    if (typeof id !== 'string' || !id.startsWith(prefix)) return []
    const frame = Number(id.slice(prefix.length))
    const at = this.updates.findIndex(update => update.frame === frame)
    if (at >= 0) this.updates.splice(at, 1)
    // Another answer runs: this is no refusal of what was asked.
    const isRefused = code !== 'conversation_already_has_active_response'
    return [{ type: 'failed', frame, isRefused, reason: string(message) || string(code) }]
  }

  private declared(names: readonly string[]): readonly object[] {
    return toolsNamed(this.options.config, names).map(({ name, description, parameters }) => ({
      ...{ type: 'function', name },
      ...(description !== undefined && { description }),
      parameters: parameters ?? { type: 'object', properties: {} },
    }))
  }
}

function callOf({ type, call_id: id, name, arguments: given }: Raw): readonly Received[] {
  if (type !== 'function_call') return []
  const part = { kind: 'tool-call', id: string(id), name: string(name), arguments: string(given) } as const
  return [
    { type: 'called', id: part.id, name: part.name, args: object(readArguments(part).value) as JsonObject },
  ]
}

import { listOr, objectOr, type Raw, stringOr } from '../../core/from/read.ts'
import type { ContextBlock, LiveMessage } from '../engine/message.ts'
import { userTextAsContext } from '../engine/work.ts'
import { audioLength } from './audio-length.ts'
import type { CloseMeaning, Codec, CodecOptions, Received } from './codec.ts'
import { openaiFunctions, readCallItem } from './openai-tools.ts'
import { renderBlock } from './render-block.ts'

const prefix = 'ctxc_'

/** Maximum size of one piece of text in bytes. The API accepts 500 tokens, and a token has at least one byte. */
const mostBytes = 500

/**
 * Codec of OpenAI GPT-Live. Instructions can only be extended, in pieces, and the server confirms each piece
 * separately. Source: `ClientEvent` and `ServerEvent` in openai 7.57.0, resources/live.
 */
export class LiveCodec implements Codec {
  private readonly options: CodecOptions
  /** Number of unconfirmed pieces for each message number. */
  private readonly open = new Map<number, number>()
  private isStarted = false
  readonly count = 0
  readonly consumed = 0

  constructor(options: CodecOptions) {
    this.options = options
  }

  encode(message: LiveMessage, frame: number): readonly object[] {
    switch (message.kind) {
      case 'setup': {
        const { config, setup = {} } = this.options
        const { agent, instruction, tools, handle } = message
        // A fork of a stored session keeps the model and the instructions of that session.
        if (handle !== null) {
          const { format } = objectOr(objectOr(setup).audio)
          const forked = {
            ...(format !== undefined && { audio: { format } }),
            ...(this.hasBackend && { delegation: this.delegationSettings(agent, tools, true) }),
          }
          return [{ type: 'session.start', event_id: `${prefix}${frame}`, session: forked }]
        }
        const session = {
          ...setup,
          ...{ model: config.model, instructions: instruction },
          ...(this.hasBackend && { delegation: this.delegationSettings(agent, tools) }),
        }
        return [{ type: 'session.start', event_id: `${prefix}${frame}`, session }]
      }
      case 'update': {
        const { agent, tools } = message
        if (!this.hasBackend || tools === undefined) return []
        const session = { delegation: this.delegationSettings(agent, tools, true) }
        return [{ type: 'session.update', event_id: `${prefix}${frame}`, session }]
      }
      case 'context': {
        const pieces = message.blocks.flatMap(block => renderInPieces(block).map(text => ({ block, text })))
        this.open.set(frame, pieces.length)
        return pieces.map(({ block, text }, index) =>
          this.appendFrame(channelOfBlock(block), text, `${frame}_${index}`),
        )
      }
      case 'speak':
        return [this.appendFrame('commentary', 'Go on.', `${frame}_0`)]
      case 'text':
        // An appended text has the app's authority, so a text of the user is marked as the user's.
        return [
          ...renderInPieces({ slot: 'user', text: userTextAsContext(message.text), isDeveloper: false }).map(
            (text, index) => this.appendFrame('thinking', text, `${frame}_${index}`),
          ),
          this.appendFrame('commentary', 'Answer the user.', `${frame}_last`),
        ]
      case 'result': {
        const text = typeof message.value === 'string' ? message.value : JSON.stringify(message.value)
        if (this.hasBackend) {
          const item = { type: 'function_call_output', call_id: message.call, output: text }
          return [
            { type: 'response.item.create', event_id: `${prefix}${frame}`, item },
            // After the last result, the backend model is asked to continue.
            ...(message.isLast ? [{ type: 'response.create' }] : []),
          ]
        }
        return splitForApi(text).map((piece, index) =>
          this.appendFrame('commentary', piece, `${frame}_${index}`, index === 0 ? message.call : null),
        )
      }
      case 'cancel':
      case 'progress':
      case 'remove':
        return []
    }
  }

  audio(data: string): object {
    return { type: 'session.input_audio.append', audio: data }
  }

  video(): null {
    return null
  }

  heardUntil(): null {
    return null
  }

  /** A fork that the server closes before it began was refused. If the network closes it, it is tried again. */
  closed(code: number): CloseMeaning {
    return { isRefused: !this.isStarted && code !== 1006 }
  }

  decode(frame: unknown): readonly Received[] {
    const event = objectOr(frame)
    switch (event.type) {
      case 'session.started':
        this.isStarted = true
        return [{ type: 'ready' }, ...this.storedSessionHandle(objectOr(event.session))]
      case 'session.instructions.appended':
      case 'session.thinking.appended':
        return this.confirmPiece(stringOr(event.client_event_id))
      case 'session.output_audio.delta':
        return [
          { type: 'audio', data: stringOr(event.delta), length: this.lengthOfAudio(stringOr(event.delta)) },
        ]
      case 'session.output_transcript.delta':
        return [{ type: 'spoke', text: stringOr(event.delta) }]
      case 'session.input_transcript.delta':
        return [{ type: 'heard', text: stringOr(event.delta) }]
      case 'session.delegation.created':
        return readDelegation(objectOr(event.delegation))
      case 'session.updated':
        return this.confirmUpdate(stringOr(event.client_event_id))
      case 'response.event':
        return readBackendCall(objectOr(event.event))
      case 'session.usage.updated':
        return readWindowUsage(objectOr(event.context_window))
      case 'session.closed':
        return [{ type: 'closed', reason: stringOr(event.reason) }]
      case 'error': {
        const error = objectOr(event.error)
        const id = frameNumberOf(stringOr(event.client_event_id) || stringOr(error.client_event_id))
        const reason = stringOr(error.message)
        return id === null
          ? [{ type: 'server-error', reason }]
          : [{ type: 'failed', frame: id, isRefused: true, reason }]
      }
      default:
        return []
    }
  }

  private lengthOfAudio(data: string): number | null {
    const { format } = objectOr(this.options.setup?.audio)
    return audioLength(data, stringOr(objectOr(format).type) || 'audio/pcm')
  }

  private appendFrame(
    channel: string,
    content: string,
    id: string,
    delegation: string | null = null,
  ): object {
    return {
      type: `session.${channel}.append`,
      event_id: `${prefix}${id}`,
      content,
      delegation_id: delegation,
    }
  }

  /** Whether a backend model calls the tools. If not, the app handles all delegations of the model. */
  private get hasBackend(): boolean {
    return objectOr(this.options.setup?.delegation).type === 'responses'
  }

  /**
   * Returns the settings of the Responses backend to which the session delegates work, with an agent's tools. Settings
   * for an update contain only the tools.
   */
  private delegationSettings(agent: string, names: readonly string[], isUpdate = false): object {
    const given = objectOr(this.options.setup?.delegation)
    const backend = objectOr(given.responses)
    const tools = [...listOr(backend.tools), ...openaiFunctions(this.options, agent, names)]
    return isUpdate
      ? { type: 'responses', responses: { tools } }
      : { ...given, responses: { ...backend, tools } }
  }

  /** Returns a stored session's id as its resumption handle; nothing for a session that the server does not store. */
  private storedSessionHandle({ id }: Raw): readonly Received[] {
    return this.options.setup?.store === true && typeof id === 'string' ? [{ type: 'handle', id }] : []
  }

  private confirmUpdate(id: string): readonly Received[] {
    const frame = frameNumberOf(id)
    return frame === null ? [] : [{ type: 'acked', frame }]
  }

  private confirmPiece(id: string): readonly Received[] {
    const frame = frameNumberOf(id)
    const left = frame === null ? undefined : this.open.get(frame)
    if (frame === null || left === undefined) return []
    if (left > 1) {
      this.open.set(frame, left - 1)
      return []
    }
    this.open.delete(frame)
    return [{ type: 'acked', frame }]
  }
}

/**
 * Returns the channel for a block. The server keeps instructions when it compacts its context, so texts of the
 * developer are instructions. State values are sent as thoughts.
 */
const channelOfBlock = ({ isDeveloper }: ContextBlock): string => (isDeveloper ? 'instructions' : 'thinking')

function frameNumberOf(id: string): number | null {
  const found = /^ctxc_(\d+)/.exec(id)
  return found === null ? null : Number(found[1])
}

/** Reads a delegation. One to the app becomes a call. Others are ignored, because the backend model handles them. */
const readDelegation = ({ id, target = 'client' }: Raw): readonly Received[] =>
  target === 'client' ? [{ type: 'called', id: stringOr(id), name: 'delegation', args: {} }] : []

/**
 * Returns the text of a block in pieces that are small enough for the API. Each piece has its own tag, so that no piece
 * looks like a text of the developer.
 */
function renderInPieces(block: Omit<ContextBlock, 'item'>): readonly string[] {
  const whole = renderBlock(block)
  if (utf8Length(whole) <= mostBytes) return [whole]
  // A long slot name leaves less room for text.
  const room = mostBytes - utf8Length(renderBlock({ ...block, text: '' }, '999/999'))
  const pieces = splitForApi(block.text, Math.max(64, room))
  return pieces.map((text, index) => renderBlock({ ...block, text }, `${index + 1}/${pieces.length}`))
}

const utf8Length = (text: string): number => new TextEncoder().encode(text).length

/** Splits a text into pieces that are small enough for the API. No character is lost. */
function splitForApi(text: string, most = mostBytes): readonly string[] {
  const encoder = new TextEncoder()
  const pieces: string[] = []
  let piece = ''
  let bytes = 0
  for (const sign of text) {
    const size = encoder.encode(sign).length
    if (bytes + size > most) {
      pieces.push(piece)
      piece = ''
      bytes = 0
    }
    piece += sign
    bytes += size
  }
  return piece === '' && pieces.length > 0 ? pieces : [...pieces, piece]
}

/** Reads an event of the backend model. Only its calls are of interest. */
const readBackendCall = ({ type, item }: Raw): readonly Received[] =>
  type === 'response.output_item.done' ? readCallItem(objectOr(item)) : []

/** Returns a token count from the used share of the context window. The count is only compared with other counts. */
const readWindowUsage = ({ usage_ratio: ratio }: Raw): readonly Received[] =>
  typeof ratio === 'number' ? [{ type: 'usage', total: Math.round(ratio * 1_000_000) }] : []

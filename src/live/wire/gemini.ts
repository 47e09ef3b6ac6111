import { listOr, objectOr, type Raw, stringOr } from '../../core/from/read.ts'
import type { JsonObject } from '../../core/ir/json.ts'
import type { LiveMessage } from '../engine/message.ts'
import { audioLength } from './audio-length.ts'
import {
  type CloseMeaning,
  type Codec,
  type CodecOptions,
  declaredToolsByName,
  type Received,
} from './codec.ts'
import { renderBlock } from './render-block.ts'

/** Slots whose text asks the model to do something. They are sent as the user's words, not as the model's own. */
const asks: ReadonlySet<string> = new Set(['nudge'])

/**
 * Codec of the Gemini Live API. Context is sent with the role `model`, because the API refuses roles other than `user`
 * and `model`. Source: `LiveClientMessage` and `LiveServerMessage` in @google/genai 3.1.0.
 */
export class GeminiCodec implements Codec {
  private readonly options: CodecOptions
  /** Number of client messages since the setup, counted as the server counts them. */
  count = 0
  consumed = 0
  private total: number | null = null
  /** Number of the setup message, and the numbers of the messages after it. */
  private first = 0
  private frames: { readonly index: number; readonly frame: number }[] = []

  constructor(options: CodecOptions) {
    this.options = options
  }

  encode(message: LiveMessage, frame: number): readonly object[] {
    const frames = this.framesOf(message)
    if (message.kind === 'setup') {
      this.first = frame
      return frames
    }
    this.count += frames.length
    if (this.options.profile.confirms === 'index') this.frames.push({ index: this.count, frame })
    return frames
  }

  private framesOf(message: LiveMessage): readonly object[] {
    switch (message.kind) {
      case 'setup':
        return [{ setup: this.setupFields(message) }]
      case 'update': {
        const { instruction, tools } = message
        return [
          {
            contextUpdate: {
              ...(instruction !== undefined && { systemInstruction: textContent(instruction) }),
              ...(tools !== undefined && { tools: { tools: this.geminiFunctions(message.agent, tools) } }),
            },
          },
        ]
      }
      case 'context': {
        const turns = message.blocks.flatMap(block =>
          block.said === undefined
            ? [conversationTurn(asks.has(block.slot) ? 'user' : 'model', renderBlock(block))]
            : block.said.map(({ by, text }) => conversationTurn(by, text)),
        )
        return [{ clientContent: { turns, turnComplete: false } }]
      }
      case 'speak':
        return [{ clientContent: { turnComplete: true } }]
      case 'text':
        return [{ clientContent: { turns: [conversationTurn('user', message.text)], turnComplete: true } }]
      case 'result': {
        const steering = message.context.map(block => renderBlock(block))
        const response = { output: message.value, ...(steering.length > 0 && { steering }) }
        return [{ toolResponse: { functionResponses: [{ id: message.call, name: message.name, response }] } }]
      }
      case 'progress': {
        // Tells the model to read the result without an answer, and to expect further results.
        const { call: id, name, value } = message
        const more = { willContinue: true, scheduling: 'SILENT' }
        return [{ toolResponse: { functionResponses: [{ id, name, response: { output: value }, ...more }] } }]
      }
      case 'cancel':
      case 'remove':
        return []
    }
  }

  audio(data: string): object {
    this.count += 1
    return { realtimeInput: { audio: { data, mimeType: 'audio/pcm;rate=16000' } } }
  }

  video(data: string): object {
    this.count += 1
    return { realtimeInput: { video: { data, mimeType: 'image/jpeg' } } }
  }

  /** Gemini's server estimates from the elapsed time how much of its audio was played, so it needs no report. */
  heardUntil(): null {
    return null
  }

  /**
   * Reads close codes: 1008 for an unknown handle, and 1007 with a field's name for a field that the model does not
   * accept. Source: discuss.ai.google.dev 83359.
   */
  closed(code: number, reason: string): CloseMeaning {
    return { isRefused: code === 1008, refusesUpdates: code === 1007 && reason.includes('contextUpdate') }
  }

  decode(frame: unknown): readonly Received[] {
    const {
      setupComplete,
      serverContent,
      toolCall,
      toolCallCancellation,
      goAway,
      sessionResumptionUpdate,
      voiceActivity,
      usageMetadata,
    } = objectOr(frame)
    const calls = listOr(objectOr(toolCall).functionCalls).map(objectOr)
    const ids = listOr(objectOr(toolCallCancellation).ids).map(stringOr)
    const activity = objectOr(voiceActivity).voiceActivityType
    return [
      ...(setupComplete === undefined ? [] : [{ type: 'ready' as const }]),
      ...(serverContent === undefined ? [] : readServerContent(objectOr(serverContent))),
      ...calls.map(({ id, name, args }) => ({
        ...{
          type: 'called' as const,
          id: stringOr(id),
          name: stringOr(name),
          args: objectOr(args) as JsonObject,
        },
      })),
      ...(ids.length > 0 ? [{ type: 'calls-cancelled' as const, ids }] : []),
      ...(sessionResumptionUpdate === undefined
        ? []
        : [this.readResumptionHandle(objectOr(sessionResumptionUpdate))]),
      ...(usageMetadata === undefined ? [] : this.readUsage(objectOr(usageMetadata))),
      ...(goAway === undefined
        ? []
        : [{ type: 'go-away' as const, timeLeft: readDuration(objectOr(goAway).timeLeft) }]),
      ...(activity === 'ACTIVITY_START' ? [{ type: 'speech-started' as const }] : []),
      ...(activity === 'ACTIVITY_END' ? [{ type: 'speech-stopped' as const }] : []),
    ]
  }

  private setupFields({
    agent,
    instruction,
    tools,
    handle,
  }: Extract<LiveMessage, { readonly kind: 'setup' }>): object {
    const { config, profile, setup = {} } = this.options
    const declared = this.geminiFunctions(agent, tools)
    return {
      ...{ inputAudioTranscription: {}, outputAudioTranscription: {} },
      ...setup,
      model: config.model.includes('/') ? config.model : `models/${config.model}`,
      ...(instruction !== '' && { systemInstruction: textContent(instruction) }),
      ...(declared.length > 0 && { tools: declared }),
      sessionResumption: {
        ...(handle !== null && { handle }),
        ...(profile.confirms === 'index' && { transparent: true }),
      },
    }
  }

  /** Returns the usage in a frame, but only if it changed, because several frames report one count. */
  private readUsage({ totalTokenCount: total, responseTokenCount: written }: Raw): readonly Received[] {
    if (typeof total !== 'number' || total === this.total) return []
    this.total = total
    return [{ type: 'usage', total, ...(typeof written === 'number' && { written }) }]
  }

  /**
   * Reads a resumption handle. Source: `lastConsumedClientMessageIndex` of LiveServerSessionResumptionUpdate, a number
   * as text.
   */
  private readResumptionHandle({
    newHandle,
    resumable,
    lastConsumedClientMessageIndex: index,
  }: Raw): Received {
    const id = resumable === true ? stringOr(newHandle) || null : null
    if (id === null || index === undefined || this.options.profile.confirms !== 'index')
      return { type: 'handle', id }
    const consumed = Number(index)
    const held = this.frames.filter(each => each.index <= consumed).at(-1)
    this.frames = this.frames.filter(each => each.index > consumed || each === held)
    this.consumed = consumed
    return { type: 'handle', id, holds: held?.frame ?? this.first }
  }

  private geminiFunctions(agent: string, names: readonly string[]): readonly object[] {
    const { profile } = this.options
    const tools = declaredToolsByName(this.options, agent, names)
    if (tools.length === 0) return []
    const functionDeclarations = tools.map(({ name, description, parameters, background }) => ({
      name,
      ...(description !== undefined && { description }),
      ...(parameters !== undefined && { parametersJsonSchema: parameters }),
      ...(background === true && profile.backgroundCalls
        ? { behavior: 'NON_BLOCKING' }
        : profile.declaresBlocking && { behavior: 'BLOCKING' }),
    }))
    return [{ functionDeclarations }]
  }
}

const conversationTurn = (role: string, text: string): object => ({ role, parts: [{ text }] })

const textContent = (text: string): object => ({ parts: [{ text }] })

function readServerContent(content: Readonly<Record<string, unknown>>): readonly Received[] {
  const parts = listOr(objectOr(content.modelTurn).parts).map(objectOr)
  const spoken = stringOr(objectOr(content.outputTranscription).text)
  const heard = stringOr(objectOr(content.inputTranscription).text)
  const isAnswer = parts.length > 0 || spoken !== ''
  return [
    ...(heard === '' ? [] : [{ type: 'heard' as const, text: heard }]),
    ...(isAnswer ? [{ type: 'answer-started' as const }] : []),
    ...parts.flatMap(({ inlineData, text, thought }): Received[] => [
      ...(typeof objectOr(inlineData).data === 'string' ? [readAudio(objectOr(inlineData))] : []),
      ...(typeof text === 'string' && thought !== true ? [{ type: 'spoke' as const, text }] : []),
    ]),
    ...(spoken === '' ? [] : [{ type: 'spoke' as const, text: spoken }]),
    ...(content.interrupted === true ? [{ type: 'interrupted' as const }] : []),
    ...(content.waitingForInput === true ? [{ type: 'waiting' as const }] : []),
    ...(content.turnComplete === true
      ? [{ type: 'turn-complete' as const, goesOn: content.interactionStatus === 'IN_PROGRESS' }]
      : []),
  ]
}

/**
 * Reads audio of the model. It is raw 16-bit PCM at 24 kHz, but its type may name another rate. Source:
 * https://ai.google.dev/gemini-api/docs/live.
 */
function readAudio({ data, mimeType }: Raw): Received {
  const audio = stringOr(data)
  return { type: 'audio', data: audio, length: audioLength(audio, stringOr(mimeType) || 'audio/pcm') }
}

/** Reads a duration in the format of Protocol Buffers: `12.5s`. */
const readDuration = (value: unknown): number => Math.max(0, Number.parseFloat(stringOr(value)) * 1_000 || 0)

import { list, object, string } from '../../from/read.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { LiveMessage } from '../engine/message.ts'
import { type CloseMeaning, type Codec, type CodecOptions, type Received, toolsNamed } from './codec.ts'
import { renderBlock } from './render-block.ts'

/** Slots that ask something of the model: they are not in its own voice. */
const asks: ReadonlySet<string> = new Set(['nudge'])

/**
 * Codec of the Gemini Live API. Source: `LiveClientMessage` and `LiveServerMessage` in @google/genai 3.1.0. Context is in the
 * model's voice, because roles other than `user` and `model` are refused.
 */
export class GeminiCodec implements Codec {
  private readonly options: CodecOptions

  constructor(options: CodecOptions) {
    this.options = options
  }

  encode(message: LiveMessage): readonly object[] {
    switch (message.kind) {
      case 'setup':
        return [{ setup: this.setup(message) }]
      case 'update': {
        const { instruction, tools } = message
        return [
          {
            contextUpdate: {
              ...(instruction !== undefined && { systemInstruction: textContent(instruction) }),
              ...(tools !== undefined && { tools: { tools: this.declared(tools) } }),
            },
          },
        ]
      }
      case 'context': {
        const turns = message.blocks.map(block => ({
          role: asks.has(block.slot) ? 'user' : 'model',
          parts: [{ text: renderBlock(block) }],
        }))
        return [{ clientContent: { turns, turnComplete: false } }]
      }
      case 'speak':
        return [{ clientContent: { turnComplete: true } }]
      case 'text':
        return [
          {
            clientContent: { turns: [{ role: 'user', parts: [{ text: message.text }] }], turnComplete: true },
          },
        ]
      case 'result': {
        const steering = message.context.map(renderBlock)
        const response = { output: message.value, ...(steering.length > 0 && { steering }) }
        return [{ toolResponse: { functionResponses: [{ id: message.call, name: message.name, response }] } }]
      }
      case 'remove':
        return []
    }
  }

  audio(data: string): object {
    return { realtimeInput: { audio: { data, mimeType: 'audio/pcm;rate=16000' } } }
  }

  /** Source: 1008 for an unknown handle, 1007 with the field's name for one that the model does not take (discuss.ai.google.dev 83359). */
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
    } = object(frame)
    const { newHandle, resumable } = object(sessionResumptionUpdate)
    const calls = list(object(toolCall).functionCalls).map(object)
    const ids = list(object(toolCallCancellation).ids).map(string)
    const activity = object(voiceActivity).voiceActivityType
    return [
      ...(setupComplete === undefined ? [] : [{ type: 'ready' as const }]),
      ...(serverContent === undefined ? [] : contentOf(object(serverContent))),
      ...calls.map(({ id, name, args }) => ({
        ...{ type: 'called' as const, id: string(id), name: string(name), args: object(args) as JsonObject },
      })),
      ...(ids.length > 0 ? [{ type: 'calls-cancelled' as const, ids }] : []),
      ...(sessionResumptionUpdate === undefined
        ? []
        : [{ type: 'handle' as const, id: resumable === true ? string(newHandle) || null : null }]),
      ...(goAway === undefined
        ? []
        : [{ type: 'go-away' as const, timeLeft: milliseconds(object(goAway).timeLeft) }]),
      ...(activity === 'ACTIVITY_START' ? [{ type: 'speech-started' as const }] : []),
      ...(activity === 'ACTIVITY_END' ? [{ type: 'speech-stopped' as const }] : []),
    ]
  }

  private setup({ instruction, tools, handle }: Extract<LiveMessage, { readonly kind: 'setup' }>): object {
    const { config, setup = {} } = this.options
    const declared = this.declared(tools)
    return {
      ...{ inputAudioTranscription: {}, outputAudioTranscription: {} },
      ...setup,
      model: config.model.startsWith('models/') ? config.model : `models/${config.model}`,
      ...(instruction !== '' && { systemInstruction: textContent(instruction) }),
      ...(declared.length > 0 && { tools: declared }),
      sessionResumption: handle === null ? {} : { handle },
    }
  }

  private declared(names: readonly string[]): readonly object[] {
    const tools = toolsNamed(this.options.config, names)
    if (tools.length === 0) return []
    const functionDeclarations = tools.map(({ name, description, parameters, background }) => ({
      name,
      ...(description !== undefined && { description }),
      ...(parameters !== undefined && { parametersJsonSchema: parameters }),
      ...(background === true && { behavior: 'NON_BLOCKING' }),
    }))
    return [{ functionDeclarations }]
  }
}

const textContent = (text: string): object => ({ parts: [{ text }] })

function contentOf(content: Readonly<Record<string, unknown>>): readonly Received[] {
  const parts = list(object(content.modelTurn).parts).map(object)
  const spoken = string(object(content.outputTranscription).text)
  const heard = string(object(content.inputTranscription).text)
  const isAnswer = parts.length > 0 || spoken !== ''
  return [
    ...(heard === '' ? [] : [{ type: 'heard' as const, text: heard }]),
    ...(isAnswer ? [{ type: 'answer-started' as const }] : []),
    ...parts.flatMap(({ inlineData, text, thought }): Received[] => [
      ...(typeof object(inlineData).data === 'string'
        ? [{ type: 'audio' as const, data: string(object(inlineData).data) }]
        : []),
      ...(typeof text === 'string' && thought !== true ? [{ type: 'spoke' as const, text }] : []),
    ]),
    ...(spoken === '' ? [] : [{ type: 'spoke' as const, text: spoken }]),
    ...(content.interrupted === true ? [{ type: 'interrupted' as const }] : []),
    ...(content.turnComplete === true
      ? [{ type: 'turn-complete' as const, goesOn: content.interactionStatus === 'IN_PROGRESS' }]
      : []),
  ]
}

/** Reads a duration of Protocol Buffers: `12.5s`. */
const milliseconds = (value: unknown): number => Math.max(0, Number.parseFloat(string(value)) * 1_000 || 0)

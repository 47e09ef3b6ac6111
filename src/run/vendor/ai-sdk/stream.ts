import { listOr, objectOr, type Raw, stringOr } from '../../../core/from/read.ts'
import { isObject } from '../../../core/ir/json.ts'
import { isBookkeeping } from '../../../core/vendor/ai-sdk/write/opaque.ts'
import type { ModelPart } from '../../models/model-client.ts'

type Delta = Exclude<ModelPart, { readonly type: 'response' | 'progress' }>

/** Text or reasoning that is still streaming. */
interface OpenBlock {
  readonly type: 'text' | 'reasoning'
  text: string
  providerMetadata?: unknown
}

/** Content of an answer, built from the parts of its stream in the form that `doGenerate` returns. */
export class StreamedContent {
  private readonly content: (object | null)[] = []
  /** Texts and reasoning that are still streaming, by type and id. */
  private readonly open = new Map<string, OpenBlock>()
  /** Positions and names of calls that still stream, by id. Each call is added there once it is whole. */
  private readonly begun = new Map<string, { readonly place: number; readonly name: string }>()
  /** Ids of the calls whose arguments were already shown. */
  private readonly shown = new Set<string>()
  private warnings: readonly unknown[] = []
  private response: Raw = {}

  /** Adds a part of the stream. Returns the delta to show; null for none. */
  add(part: Raw): Delta | null {
    const { type } = part
    switch (type) {
      case 'stream-start':
        this.warnings = listOr(part.warnings)
        return null
      case 'response-metadata': {
        const { type: _, ...metadata } = part
        this.response = { ...this.response, ...metadata }
        return null
      }
      case 'text-start':
      case 'text-delta':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return this.addTextPiece(type.startsWith('text') ? 'text' : 'reasoning', part)
      case 'tool-input-start':
        this.begun.set(stringOr(part.id), {
          place: this.content.push(null) - 1,
          name: stringOr(part.toolName),
        })
        return null
      case 'tool-input-delta':
        return this.addCallInput(stringOr(part.id), stringOr(part.delta))
      case 'tool-call':
        return this.addWholeCall(part)
      default:
        if (!isSignal(type) && !isBookkeeping(part)) this.content.push(part)
        return null
    }
  }

  /** Returns the whole answer. Called after the last part of the stream. */
  result({ usage, finishReason, providerMetadata }: Raw): { readonly content: readonly object[] } & Raw {
    return {
      content: this.content.filter(part => part !== null),
      ...{ finishReason, usage, warnings: this.warnings, response: this.response },
      ...(providerMetadata !== undefined && { providerMetadata }),
    }
  }

  /** Adds a piece of a text or reasoning. Later metadata replaces earlier metadata, as in the AI SDK. */
  private addTextPiece(
    type: OpenBlock['type'],
    { type: event, id, delta, providerMetadata }: Raw,
  ): Delta | null {
    const key = `${type} ${stringOr(id)}`
    const known = event === `${type}-start` ? undefined : this.open.get(key)
    const block: OpenBlock = known ?? { type, text: '' }
    if (known === undefined) {
      this.content.push(block)
      this.open.set(key, block)
    }
    if (providerMetadata !== undefined) block.providerMetadata = providerMetadata
    if (event === `${type}-end`) this.open.delete(key)
    const text = stringOr(delta)
    block.text += text
    return text === '' ? null : { type, text }
  }

  private addCallInput(id: string, text: string): Delta | null {
    if (text === '') return null
    this.shown.add(id)
    return { type: 'tool-call', id, name: this.begun.get(id)?.name ?? '', text }
  }

  /** Adds a whole call at the position at which it began to stream. */
  private addWholeCall(part: Raw): Delta | null {
    const id = stringOr(part.toolCallId)
    const place = this.begun.get(id)?.place
    if (place === undefined || this.content[place] !== null) this.content.push(part)
    else this.content[place] = part
    const text = stringOr(part.input)
    const isShown = this.shown.has(id) || text === ''
    return isShown ? null : { type: 'tool-call', id, name: stringOr(part.toolName), text }
  }
}

/** Types of parts that are not content of the answer. */
const signals: ReadonlySet<unknown> = new Set(['tool-input-end', 'finish', 'ping', 'raw', 'error'])

const isSignal = (type: unknown): boolean => typeof type !== 'string' || signals.has(type)

/** Returns the reason why an answer ended: in the provider's own word, or else in the AI SDK's. */
export function finishReasonOf(finishReason: unknown): { readonly unified: string; readonly raw: string } {
  if (!isObject(finishReason)) return { unified: stringOr(finishReason), raw: stringOr(finishReason) }
  const unified = stringOr(objectOr(finishReason).unified)
  return { unified, raw: stringOr(finishReason.raw) || unified }
}

import { listOr, objectOr, type Raw, stringOr } from '../../../core/from/read.ts'
import { isObject } from '../../../core/ir/json.ts'
import { parseJson } from '../../../core/text/json.ts'
import { type BlockType, isBlockType } from '../../../core/vendor/anthropic/rows/blocks.ts'
import type { ModelPart } from '../../models/model-client.ts'
import { ModelError } from '../../models/model-error.ts'

/** Content block, built from the pieces that have arrived. */
interface DraftBlock {
  block: Raw
  /** Arguments of a call as JSON text, which arrives in pieces. */
  input: string
  isStopped: boolean
}

/** Answer of Anthropic's Messages API, built from the events of its stream. */
export class AnswerMessageDraft {
  private message: Raw | null = null
  private readonly blocks: DraftBlock[] = []
  /** Newest block for each block number, because a gateway may give all blocks the same number. */
  private readonly newest = new Map<unknown, DraftBlock>()
  private isStopped = false

  /** Whether the provider has ended the answer. */
  get isComplete(): boolean {
    return this.isStopped
  }

  /** Whether the stream has ended with `message_stop`. */
  get isFinal(): boolean {
    return this.isStopped
  }

  /** Adds an event, and returns the part to show. Throws a `ModelError` if the event is an error of the provider. */
  add(event: Raw): ModelPart {
    switch (event.type) {
      case 'message_start':
        this.message ??= objectOr(event.message)
        break
      case 'content_block_start':
        this.beginBlock(event.index, objectOr(event.content_block))
        return this.partToShow(event.index, objectOr(event.content_block))
      case 'content_block_delta':
        return this.addDelta(event.index, objectOr(event.delta))
      case 'content_block_stop': {
        const stopped = this.newest.get(event.index)
        if (stopped !== undefined) stopped.isStopped = true
        break
      }
      case 'message_delta':
        this.message = {
          ...this.message,
          ...presentValues(objectOr(event.delta)),
          // A fallback model that takes over after a refusal gets thinking in another form, described by this field.
          ...(event.input_transformations != null && { input_transformations: event.input_transformations }),
          usage: this.usageAfter(event),
        }
        break
      case 'message_stop':
        this.isStopped = true
        break
      case 'error':
        throw toMessagesError(objectOr(event.error))
    }
    return { type: 'progress' }
  }

  /** Returns the whole answer, in the form that the API sends without streaming. */
  result(): Extract<ModelPart, { readonly type: 'response' }> {
    const finish = stringOr(this.message?.stop_reason)
    const response = {
      role: 'assistant',
      ...this.message,
      content: this.blocks.map(finishBlock),
    }
    return { type: 'response', response, ...(finish !== '' && { finish }) }
  }

  /** Returns the usage after an event. Counters in an event are totals; those without a value are missing. */
  private usageAfter(event: Raw): Raw {
    return { ...objectOr(this.message?.usage), ...presentValues(objectOr(event.usage)) }
  }

  /** Begins a block, or returns the block that an equal event already began. */
  private beginBlock(index: unknown, block: Raw): DraftBlock {
    const known = this.newest.get(index)
    const isAgain =
      known?.isStopped === false || (known?.block.id !== undefined && known.block.id === block.id)
    if (known !== undefined && isAgain) return known
    const draft = { block, input: '', isStopped: false }
    this.blocks.push(draft)
    this.newest.set(index, draft)
    return draft
  }

  private addDelta(index: unknown, delta: Raw): ModelPart {
    const draft = this.newest.get(index) ?? this.beginBlock(index, { type: blockTypeOfPiece(delta) })
    const { block } = draft
    if (delta.type === 'input_json_delta') draft.input += stringOr(delta.partial_json)
    else if (delta.type === 'citations_delta')
      draft.block = { ...block, citations: [...listOr(block.citations), delta.citation] }
    else draft.block = { ...block, ...continueBlock(block, delta) }
    return this.partToShow(index, delta)
  }

  private partToShow(index: unknown, { text, thinking, partial_json: json }: Raw): ModelPart {
    const { type, id, name } = this.newest.get(index)?.block ?? {}
    const shown = isBlockType(type) ? shows[type] : null
    if (shown === 'text' && text !== '' && typeof text === 'string') return { type: shown, text }
    if (shown === 'reasoning' && thinking !== '' && typeof thinking === 'string')
      return { type: shown, text: thinking }
    if (shown === 'tool-call' && typeof json === 'string')
      return { type: shown, id: stringOr(id), name: stringOr(name), text: json }
    return { type: 'progress' }
  }
}

/** Kind of part that is shown for the pieces of a block; null if a block arrives whole or is not written by a model. */
const shows: Readonly<Record<BlockType, 'text' | 'reasoning' | 'tool-call' | null>> = {
  text: 'text',
  thinking: 'reasoning',
  redacted_thinking: null,
  tool_use: 'tool-call',
  tool_result: null,
  image: null,
  document: null,
  audio: null,
  resource: null,
}

/** Fields of a block whose text arrives in pieces. Other fields, such as a signature, arrive whole. */
const texts: ReadonlySet<string> = new Set(['text', 'thinking', 'content'])

/** Returns a block's fields after a piece arrived. */
function continueBlock(block: Raw, { type: _, ...fields }: Raw): Raw {
  return Object.fromEntries(
    Object.entries(presentValues(fields)).map(([key, value]) => {
      const before = block[key]
      const goesOn = texts.has(key) && typeof before === 'string' && typeof value === 'string'
      return [key, goesOn ? before + value : value]
    }),
  )
}

/** Returns the type of a block from one of its pieces, if the block's start event did not arrive. */
const blockTypeOfPiece = ({ type }: Raw): string =>
  type === 'thinking_delta' || type === 'signature_delta'
    ? 'thinking'
    : type === 'input_json_delta'
      ? 'tool_use'
      : 'text'

function finishBlock({ block, input }: DraftBlock): Raw {
  if (input === '') return block
  const value = parseJson(input)
  // Arguments that are not a JSON object are kept as text. The runner later refuses the call with a reason.
  return { ...block, input: isObject(value) ? value : input }
}

const presentValues = (fields: Raw): Raw =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

function toMessagesError({ message, type }: Raw): ModelError {
  return new ModelError(stringOr(message) || stringOr(type) || 'the provider sent an error', {
    code: stringOr(type) || undefined,
  })
}

import { listOr, objectOr, type Raw, stringOr } from '../../../core/from/read.ts'
import { isObject } from '../../../core/ir/json.ts'
import { isJsonText } from '../../../core/text/json.ts'
import type { ModelPart } from '../../models/model-client.ts'
import { ModelError } from '../../models/model-error.ts'
import { mergeDelta } from './merge-delta.ts'

/** Call, built from the pieces that have arrived. */
interface DraftCall {
  /** Number that the server gave the call. Some servers give all calls the same number. */
  readonly index: unknown
  call: Raw
}

/** Fields in which other vendors' servers send reasoning. */
const reasoningFields = ['reasoning_content', 'reasoning'] as const

/** Answer of Chat Completions, built from the chunks of its stream. Unknown fields of other servers are kept. */
export class ChatDraft {
  private readonly message = new Map<string, unknown>()
  private readonly calls: DraftCall[] = []
  private readonly about = new Map<string, unknown>()
  private readonly choice = new Map<string, unknown>()

  /** Adds a chunk, and returns the parts to show. Throws a `ModelError` if the chunk is an error of the provider. */
  add(chunk: Raw): readonly ModelPart[] {
    // Gateways report an error in the middle of a stream as a chunk with an `error` field.
    if (isObject(chunk.error)) throw toChatError(chunk.error as Raw)
    storePresentFields(this.about, chunk, ofChunks)
    const choice = listOr(chunk.choices).find(each => (objectOr(each).index ?? 0) === 0)
    if (choice === undefined) return progress
    const { delta, message } = objectOr(choice)
    storePresentFields(this.choice, objectOr(choice), ofChoices)
    // Servers that do not stream send the whole message in one chunk.
    const { tool_calls: calls, ...piece } = objectOr(delta ?? message)
    for (const [key, value] of Object.entries(piece))
      this.message.set(key, mergeDelta(this.message.get(key), value, key))
    const shown = [...partsShownIn(piece), ...listOr(calls).map(call => this.addCall(objectOr(call)))]
    return shown.length > 0 ? shown : progress
  }

  /** Whether the provider has reported why the answer ended. */
  get isComplete(): boolean {
    return typeof this.choice.get('finish_reason') === 'string'
  }

  /** Returns the whole answer, in the form that the API sends without streaming. */
  result(): Extract<ModelPart, { readonly type: 'response' }> {
    const finish = stringOr(this.choice.get('finish_reason'))
    const calls = this.calls.map(({ call }) => {
      const { index: _, ...rest } = call
      return rest
    })
    const message = {
      role: 'assistant',
      ...Object.fromEntries(this.message),
      // The first piece contains an empty text, even if no text follows.
      content: this.message.get('content') || null,
      ...(calls.length > 0 && { tool_calls: calls }),
    }
    const response = {
      ...Object.fromEntries(this.about),
      object: 'chat.completion',
      choices: [{ index: 0, ...Object.fromEntries(this.choice), message }],
    }
    if (finish === 'error')
      throw new ModelError("the model's answer ended with an error", { code: 'server_error' })
    return { type: 'response', response, ...(finish !== '' && { finish }) }
  }

  private addCall(piece: Raw): ModelPart {
    const { index } = piece
    const known = this.calls.findLast(each => each.index === index)
    const draft = known === undefined || beginsNewCall(known.call, piece) ? { index, call: {} } : known
    if (draft !== known) this.calls.push(draft)
    draft.call = mergeDelta(draft.call, piece) as Raw
    const { name } = { ...objectOr(draft.call.function), ...objectOr(draft.call.custom) }
    const { arguments: given, input } = { ...objectOr(piece.function), ...objectOr(piece.custom) }
    return {
      type: 'tool-call',
      id: stringOr(draft.call.id),
      name: stringOr(name),
      text: stringOr(given ?? input),
    }
  }
}

/**
 * Whether a piece begins a new call, although an earlier call has the same number. Some servers give every call the
 * number 0.
 */
function beginsNewCall(known: Raw, piece: Raw): boolean {
  const [id, knownId] = [stringOr(piece.id), stringOr(known.id)]
  if (id !== '' && knownId !== '') return id !== knownId
  const [name, knownName] = [functionNameOf(piece), functionNameOf(known)]
  if (name === '' || knownName === '') return false
  // Some servers repeat the name in each piece. Such a piece continues a call whose arguments are incomplete.
  return name !== knownName || (isJsonText(argumentsOfPiece(known)) && argumentsOfPiece(piece) !== '')
}

const functionNameOf = ({ function: called, custom }: Raw): string =>
  stringOr({ ...objectOr(called), ...objectOr(custom) }.name)

const argumentsOfPiece = ({ function: called }: Raw): string => stringOr(objectOr(called).arguments)

/** Returns the parts to show for a piece of a message. */
function partsShownIn(piece: Raw): readonly ModelPart[] {
  const texts = [piece.content, piece.refusal].map(stringOr).filter(text => text !== '')
  const reasoning = reasoningFields.map(field => stringOr(piece[field])).find(text => text !== '')
  return [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning', text: reasoning } as const]),
    ...texts.map(text => ({ type: 'text', text }) as const),
  ]
}

/** Stores the fields of a chunk that have a value. Later chunks may repeat a field without a value. */
function storePresentFields(known: Map<string, unknown>, fields: Raw, others: ReadonlySet<string>): void {
  for (const key of Object.keys(fields)) {
    const value = fields[key]
    if (value !== null && value !== undefined && !others.has(key)) known.set(key, value)
  }
}

/** Fields of chunks and choices that are not copied to the answer, because the answer gets its own. */
const ofChunks: ReadonlySet<string> = new Set(['choices', 'object'])
const ofChoices: ReadonlySet<string> = new Set(['delta', 'message'])

const progress: readonly ModelPart[] = [{ type: 'progress' }]

function toChatError({ message, code, type, metadata }: Raw): ModelError {
  const status = typeof code === 'number' ? code : undefined
  const word = stringOr(code) || stringOr(type) || stringOr(objectOr(metadata).error_type)
  return new ModelError(stringOr(message) || 'the provider sent an error', {
    status,
    code: word || undefined,
  })
}

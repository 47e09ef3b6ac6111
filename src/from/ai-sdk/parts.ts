import type { Extra } from '../../ir/extra.ts'
import type { FilePart } from '../../ir/file.ts'
import { isObject, type JsonObject, type JsonValue } from '../../ir/json.ts'
import type { OpaquePart } from '../../ir/opaque.ts'
import type { Part } from '../../ir/part.ts'
import type { ResultContent, ToolResultPart } from '../../ir/result.ts'
import { readMedia, readMediaResult } from '../media.ts'
import { given, json, keep, list, object, type Raw, rest, string, textField } from '../read.ts'
import { base64, readFile } from './files.ts'

const format = 'ai-sdk'

/** Facts of the message that a part belongs to. */
export interface PartContext {
  readonly author: string
  readonly model: string | undefined
  /** It is of a call that the provider itself runs. */
  readonly own: boolean
  /** The provider's own call that the part is, or is the result of. */
  readonly call?: Raw
  /** Ids of calls that the AI SDK runs next. */
  readonly pending: ReadonlySet<string>
  /** Names of tools whose input is a text. */
  readonly custom: ReadonlySet<string>
}

/** The options of a part that its model may have signed, and whose signature it is. */
function signed(part: Raw, model: string | undefined): { extra?: Extra } {
  const extra = keep(format, part, ['providerOptions'])
  return given('extra', extra && model ? { format, fields: { ...extra.fields, madeBy: model } } : extra)
}

const options = (part: Raw) => given('extra', keep(format, part, ['providerOptions']))

/** A part of a message's content, of any version; an unknown one is kept as it is. */
export function readPart(value: unknown, context: PartContext): Part {
  const { author, model } = context
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (!isObject(value)) return { kind: 'data', value: json(value) }
  const part: Raw = value
  switch (part.type) {
    case 'text': {
      const text = textField(part)
      return text === undefined
        ? opaque(part, model)
        : { kind: 'text', text, ...signed(part, author === 'agent' ? model : undefined) }
    }
    case 'image':
      return fileOf(part, readFile(part, part.image, 'image/*'), context)
    case 'file':
      return fileOf(part, readFile(part, part.data, 'application/*'), context)
    case 'reasoning':
    case 'redacted-reasoning':
      return readReasoning(part, model)
    case 'tool-call':
      return readCall(part, context)
    case 'tool-result':
      return context.own ? { ...opaque(part, model), ...ofCall(context.call) } : readResult(part)
    default:
      return opaque(part, model)
  }
}

function opaque(part: Raw, model: string | undefined): OpaquePart {
  const bytes =
    part.type === 'reasoning-file' ? base64(isObject(part.data) ? part.data.data : part.data) : null
  const payload = bytes === null ? part : { ...part, data: bytes }
  return {
    kind: 'opaque',
    format,
    type: string(part.type) || 'unknown',
    payload: payload as JsonObject,
    inline: true,
    ...given('model', model),
  }
}

/** A file of a message; what a model drew may go back to its like as a file, with what the model signed. */
function fileOf(part: Raw, file: FilePart | undefined, { author, model }: PartContext): Part {
  if (file === undefined) return opaque(part, model)
  if (author !== 'agent') return file
  return { ...file, extra: { format, fields: { ...file.extra?.fields, ...given('madeBy', model) } } }
}

/** A thought; the first versions kept its signature in the part itself. */
function readReasoning(part: Raw, model: string | undefined): Part {
  const { type, text, signature, data, providerOptions } = part
  const sealed =
    type === 'redacted-reasoning'
      ? { redactedData: data }
      : typeof signature === 'string'
        ? { signature }
        : undefined
  const held = sealed && providerOptions === undefined ? { anthropic: sealed } : providerOptions
  const payload = { type: 'reasoning', text: string(text), ...given('providerOptions', held) }
  return {
    kind: 'reasoning',
    text: string(text),
    native: { format, payload: payload as JsonObject },
    ...given('model', model),
  }
}

/** The vendor that a call belongs to, which its result may leave unsaid. */
function ofCall(call: Raw | undefined): { owner?: string } {
  const { providerOptions } = call ?? {}
  const [name] = isObject(providerOptions) ? Object.keys(providerOptions) : []
  return name === undefined ? {} : { owner: name }
}

/** Whether a call's input is a text by design: the tool is declared so, or the item's id says so. */
function isCustom({ toolName, providerOptions }: Raw, custom: ReadonlySet<string>): boolean {
  const { openai, azure } = object(providerOptions)
  const { itemId } = object(openai ?? azure)
  return custom.has(string(toolName)) || string(itemId).startsWith('ctc_')
}

function readCall(part: Raw, { own, pending, model, custom }: PartContext): Part {
  const id = string(part.toolCallId)
  if (own || (id !== '' && pending.has(id))) return opaque(part, model)
  const input = part.input !== undefined ? part.input : part.args
  return {
    kind: 'tool-call',
    id,
    name: string(part.toolName),
    arguments: (input === undefined ? {} : input) as JsonValue,
    ...(typeof input === 'string' && isCustom(part, custom) && { freeform: true as const }),
    ...signed(part, model),
  }
}

function readResult(part: Raw): ToolResultPart {
  const { content, isError, denied, inPieces, providerOptions } = readOutput(part)
  const fields = {
    ...given('providerOptions', (part.providerOptions ?? providerOptions) as JsonObject | undefined),
    ...(denied && { denied }),
    ...(inPieces && { form: 'content' }),
  }
  const extra = rest(format, fields, [])
  return {
    kind: 'tool-result',
    id: string(part.toolCallId),
    ...given('name', string(part.toolName) || undefined),
    content,
    ...(isError && { isError }),
    ...given('extra', extra),
  }
}

/** Output of a tool. */
interface Output {
  readonly content: readonly ResultContent[]
  readonly isError: boolean
  /** Someone refused to let the tool run. */
  readonly denied: boolean
  /** It is a list of pieces, be it of one. */
  readonly inPieces?: boolean
  readonly providerOptions?: unknown
}

const said = (value: unknown): readonly ResultContent[] =>
  typeof value === 'string'
    ? [{ kind: 'text', text: value }]
    : value === undefined
      ? []
      : [{ kind: 'data', value: json(value) }]

/** The blocks of an MCP tool's result, handed on whole or without what is around them. */
const mediaIn = (value: unknown): readonly ResultContent[] | undefined =>
  readMediaResult(Array.isArray(value) ? { content: value } : value)

/** Reads a tool's JSON: files in the result of an MCP tool are files. */
const toldOf = (value: unknown): readonly ResultContent[] => mediaIn(value) ?? said(value)

/** Whether such a result says that its tool failed. */
const hasFailed = (value: unknown): boolean => object(value).isError === true && mediaIn(value) !== undefined

/** The output of a result of any version. */
function readOutput(part: Raw): Output {
  const { output } = part
  if (output === undefined) {
    const pieces = part.experimental_content ?? part.content
    const content = Array.isArray(pieces) ? pieces.map(readPiece) : toldOf(part.result)
    return { content, isError: part.isError === true || hasFailed(part.result), denied: false }
  }
  const { type, value, reason, providerOptions } = object(output)
  const plain = { isError: false, denied: false, providerOptions }
  switch (type) {
    case 'text':
      return { ...plain, content: said(value) }
    case 'json':
      return { ...plain, content: toldOf(value), isError: hasFailed(value) }
    case 'error-text':
    case 'error-json':
      return { ...plain, content: said(value), isError: true }
    case 'execution-denied':
      return { ...plain, content: said(reason), isError: true, denied: true }
    case 'content':
      return Array.isArray(value)
        ? { ...plain, content: value.map(readPiece), inPieces: true }
        : { ...plain, content: said(value) }
    default:
      return { ...plain, content: said(output) }
  }
}

/** A piece of a result, of any version. */
function readPiece(value: unknown): ResultContent {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (!isObject(value)) return { kind: 'data', value: json(value) }
  const piece: Raw = value
  const text = piece.type === 'text' ? textField(piece) : undefined
  if (text !== undefined) return { kind: 'text', text, ...options(piece) }
  const data = piece.data ?? piece.url ?? piece.image ?? piece.providerReference ?? fileId(piece.fileId)
  const image = string(piece.type).startsWith('image')
  const isFile = /^(file|image|media)/.test(string(piece.type))
  const file = isFile ? readFile(piece, data, image ? 'image/*' : 'application/*') : undefined
  return file ?? readMedia(piece) ?? pieceOpaque(piece)
}

/** A file by the name that some provider knows it by. */
const fileId = (id: unknown): unknown => (typeof id === 'string' ? { id } : id)

const pieceOpaque = (piece: Raw): ResultContent => ({
  kind: 'opaque',
  format,
  type: string(piece.type) || 'unknown',
  payload: piece as JsonObject,
})

/** Text parts of a message, for where only text may stand. */
export const textsOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : list(content)
        .map(part => string(object(part).text))
        .join('')

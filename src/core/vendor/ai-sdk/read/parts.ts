import { readMedia, readMediaResult } from '../../../from/media.ts'
import {
  givenField,
  keepFields,
  listOr,
  objectOr,
  type Raw,
  restFields,
  stringOr,
  textOfField,
  uncheckedJson,
} from '../../../from/read.ts'
import type { Extra } from '../../../ir/extra.ts'
import type { FilePart } from '../../../ir/file.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Part } from '../../../ir/part.ts'
import type { ResultContent, ToolResultPart } from '../../../ir/result.ts'
import { readFilePart, toBase64 } from './files.ts'

const format = 'ai-sdk'

/** Facts about the message that contains a part. */
export interface PartContext {
  readonly author: string
  readonly model: string | undefined
  /** Whether the part belongs to a call that the provider itself runs. */
  readonly own: boolean
  /** Call that the provider ran: the part itself if it is a call, or the call of a part that is a result. */
  readonly call?: Raw
  /** Ids of calls that the AI SDK runs or refuses next. */
  readonly pending: ReadonlySet<string>
  /** Names of tools whose input is text. */
  readonly custom: ReadonlySet<string>
}

/** Returns a part's provider options as imported fields, with the model that may have signed them. */
function signedOptions(part: Raw, model: string | undefined): { extra?: Extra } {
  const extra = keepFields(format, part, ['providerOptions'])
  return givenField('extra', extra && model ? { format, fields: { ...extra.fields, madeBy: model } } : extra)
}

const importedOptionsOf = (part: Raw) => givenField('extra', keepFields(format, part, ['providerOptions']))

/** Reads a part of a message's content, of any AI SDK version; an unknown part is kept unchanged. */
export function readPart(value: unknown, context: PartContext): Part {
  const { author, model } = context
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (!isObject(value)) return { kind: 'data', value: uncheckedJson(value) }
  const part: Raw = value
  switch (part.type) {
    case 'text': {
      const text = textOfField(part)
      return text === undefined
        ? createOpaqueSDKPart(part, model)
        : { kind: 'text', text, ...signedOptions(part, author === 'agent' ? model : undefined) }
    }
    case 'image':
      return createFilePart(part, readFilePart(part, part.image, 'image/*'), context)
    case 'file':
      return createFilePart(part, readFilePart(part, part.data, 'application/*'), context)
    case 'reasoning':
    case 'redacted-reasoning':
      return readReasoning(part, model)
    case 'tool-call':
      return readCall(part, context)
    case 'tool-result':
      return context.own
        ? { ...createOpaqueSDKPart(part, model), ...callOwner(context.call) }
        : readResult(part)
    default:
      return createOpaqueSDKPart(part, model)
  }
}

function createOpaqueSDKPart(part: Raw, model: string | undefined): OpaquePart {
  const bytes =
    part.type === 'reasoning-file' ? toBase64(isObject(part.data) ? part.data.data : part.data) : null
  const payload = bytes === null ? part : { ...part, data: bytes }
  return {
    kind: 'opaque',
    format,
    type: stringOr(part.type) || 'unknown',
    payload: payload as JsonObject,
    inline: true,
    ...givenField('model', model),
  }
}

/**
 * Returns a file part. If a model made the file, the part names the model, so that the file can be sent back as a file
 * with its signature.
 */
function createFilePart(part: Raw, file: FilePart | undefined, { author, model }: PartContext): Part {
  if (file === undefined) return createOpaqueSDKPart(part, model)
  if (author !== 'agent') return file
  return { ...file, extra: { format, fields: { ...file.extra?.fields, ...givenField('madeBy', model) } } }
}

/** Reads a reasoning part. Early AI SDK versions stored the signature on the part itself. */
function readReasoning(part: Raw, model: string | undefined): Part {
  const { type, text, signature, data, providerOptions } = part
  const sealed =
    type === 'redacted-reasoning'
      ? { redactedData: data }
      : typeof signature === 'string'
        ? { signature }
        : undefined
  const held = sealed && providerOptions === undefined ? { anthropic: sealed } : providerOptions
  const payload = { type: 'reasoning', text: stringOr(text), ...givenField('providerOptions', held) }
  return {
    kind: 'reasoning',
    text: stringOr(text),
    native: { format, payload: payload as JsonObject },
    ...givenField('model', model),
  }
}

/** Returns the vendor of the call that a result belongs to, because the result itself may not name the vendor. */
function callOwner(call: Raw | undefined): { owner?: string } {
  const { providerOptions } = call ?? {}
  const [name] = isObject(providerOptions) ? Object.keys(providerOptions) : []
  return name === undefined ? {} : { owner: name }
}

/** Whether a call's input is text by design: its tool is a custom tool, or its item id starts with `ctc_`. */
function isCustom({ toolName, providerOptions }: Raw, custom: ReadonlySet<string>): boolean {
  const { openai, azure } = objectOr(providerOptions)
  const { itemId } = objectOr(openai ?? azure)
  return custom.has(stringOr(toolName)) || stringOr(itemId).startsWith('ctc_')
}

function readCall(part: Raw, { own, pending, model, custom }: PartContext): Part {
  const id = stringOr(part.toolCallId)
  if (own || (id !== '' && pending.has(id))) return createOpaqueSDKPart(part, model)
  const input = part.input !== undefined ? part.input : part.args
  return {
    kind: 'tool-call',
    id,
    name: stringOr(part.toolName),
    arguments: (input === undefined ? {} : input) as JsonValue,
    ...(typeof input === 'string' && isCustom(part, custom) && { freeform: true as const }),
    ...signedOptions(part, model),
  }
}

/** Reads a tool's result, of any AI SDK version. */
export function readResult(part: Raw): ToolResultPart {
  const { content, isError, denied, inPieces, providerOptions } = readOutput(part)
  const fields = {
    ...givenField('providerOptions', (part.providerOptions ?? providerOptions) as JsonObject | undefined),
    ...(denied && { denied }),
    ...(inPieces && { form: 'content' }),
  }
  const extra = restFields(format, fields, [])
  return {
    kind: 'tool-result',
    id: stringOr(part.toolCallId),
    ...givenField('name', stringOr(part.toolName) || undefined),
    content,
    ...(isError && { isError }),
    ...givenField('extra', extra),
  }
}

/** Output of a tool, after reading. */
interface Output {
  readonly content: readonly ResultContent[]
  readonly isError: boolean
  /** Whether the user denied approval, so that the tool did not run. */
  readonly denied: boolean
  /** Whether the output was a list of pieces, even if it had only one piece. */
  readonly inPieces?: boolean
  readonly providerOptions?: unknown
}

const textContentOf = (value: unknown): readonly ResultContent[] =>
  typeof value === 'string'
    ? [{ kind: 'text', text: value }]
    : value === undefined
      ? []
      : [{ kind: 'data', value: uncheckedJson(value) }]

/**
 * Returns the content of an MCP tool's result, which may be the whole result or only its content list; undefined for
 * any other value.
 */
const mcpResultContent = (value: unknown): readonly ResultContent[] | undefined =>
  readMediaResult(Array.isArray(value) ? { content: value } : value)

/** Reads a tool's JSON output. Files in an MCP result become file parts. */
const readToolJson = (value: unknown): readonly ResultContent[] =>
  mcpResultContent(value) ?? textContentOf(value)

/** Whether an MCP result that contains files reports that its tool failed. */
const isFailedMCPResult = (value: unknown): boolean =>
  objectOr(value).isError === true && mcpResultContent(value) !== undefined

/** Reads the output of a result, of any AI SDK version. */
function readOutput(part: Raw): Output {
  const { output } = part
  if (output === undefined) {
    const pieces = part.experimental_content ?? part.content
    const content = Array.isArray(pieces) ? pieces.map(readPiece) : readToolJson(part.result)
    return { content, isError: part.isError === true || isFailedMCPResult(part.result), denied: false }
  }
  const { type, value, reason, providerOptions } = objectOr(output)
  const plain = { isError: false, denied: false, providerOptions }
  switch (type) {
    case 'text':
      return { ...plain, content: textContentOf(value) }
    case 'json':
      return { ...plain, content: readToolJson(value), isError: isFailedMCPResult(value) }
    case 'error-text':
    case 'error-json':
      return { ...plain, content: textContentOf(value), isError: true }
    case 'execution-denied':
      return { ...plain, content: textContentOf(reason), isError: true, denied: true }
    case 'content':
      return Array.isArray(value)
        ? { ...plain, content: value.map(readPiece), inPieces: true }
        : { ...plain, content: textContentOf(value) }
    default:
      return { ...plain, content: textContentOf(output) }
  }
}

/** Reads a piece of a tool result, of any AI SDK version. */
function readPiece(value: unknown): ResultContent {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (!isObject(value)) return { kind: 'data', value: uncheckedJson(value) }
  const piece: Raw = value
  const text = piece.type === 'text' ? textOfField(piece) : undefined
  if (text !== undefined) return { kind: 'text', text, ...importedOptionsOf(piece) }
  const data = piece.data ?? piece.url ?? piece.image ?? piece.providerReference ?? fileId(piece.fileId)
  const image = stringOr(piece.type).startsWith('image')
  const isFile = /^(file|image|media)/.test(stringOr(piece.type))
  const file = isFile ? readFilePart(piece, data, image ? 'image/*' : 'application/*') : undefined
  return file ?? readMedia(piece) ?? pieceOpaque(piece)
}

/** Returns a file id as a reference object; any other value is returned unchanged. */
const fileId = (id: unknown): unknown => (typeof id === 'string' ? { id } : id)

const pieceOpaque = (piece: Raw): ResultContent => ({
  kind: 'opaque',
  format,
  type: stringOr(piece.type) || 'unknown',
  payload: piece as JsonObject,
})

/** Returns the texts of a message's content, joined, for places that allow only text. */
export const joinedText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : listOr(content)
        .map(part => stringOr(objectOr(part).text))
        .join('')

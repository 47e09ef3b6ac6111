import type { FilePart } from '../ir/file.ts'
import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import type { ResultContent } from '../ir/result.ts'
import type { Seal } from '../ir/seal.ts'
import type { Event } from '../session/event.ts'
import type { Sink } from '../session/sink.ts'
import { callSize } from '../session/size.ts'
import type { ContentsInput, Conversation, ImportOptions } from './conversation.ts'
import { geminiAgent } from './gemini-agent.ts'
import { camelKeys } from './gemini-read.ts'
import { given, json, keep, list, object, type Raw, string } from './read.ts'
import { conversation, type Reader, unplaced } from './source.ts'

const format = 'gemini'

/** Contents of the model in a row share it, and so are one: a stream leaves one content for each of its chunks. */
const response = 'response'

const authors = new Map([
  ['', 'user'],
  ['user', 'user'],
  ['function', 'tool'],
  ['tool', 'tool'],
  ['system', 'developer'],
  ['developer', 'developer'],
  ['model', 'agent'],
  ['assistant', 'agent'],
])

/** Who speaks in a content; without a role it is the user. */
const authorOf = ({ role, parts }: Raw): string | undefined => {
  if (role === undefined || role === null) return parts === undefined ? undefined : 'user'
  return typeof role === 'string' && role !== '' ? authors.get(role.toLowerCase()) : undefined
}

/** What makes a request skip the check of a signature: it is nobody's. */
const sentinels: ReadonlySet<unknown> = new Set([
  'skip_thought_signature_validator',
  'context_engineering_is_the_way_to_go',
])

/** What a part may carry beside what it holds. */
const beside = ['partMetadata', 'videoMetadata', 'mediaResolution', 'mediaProcessing', 'speechMetadata']

/** What a part holds, in the order in which it is looked for. */
const held = ['functionCall', 'functionResponse', 'inlineData', 'fileData', 'text'] as const

/** Whose words a part is in. */
interface Speaker {
  readonly author: string
  readonly model: string | undefined
}

/** A content of generateContent as an event: its parts are the parts, responses among them. */
function readContent(model: string | undefined, value: unknown, seq: number): Event {
  const content = object(value)
  const author = authorOf(content)
  if (!author) return unplaced(value, seq)
  const base = { seq, branch: '', response: author === 'agent' ? response : '' }
  return { ...base, author, parts: readParts(content.parts, { author, model }) }
}

function readParts(parts: unknown, speaker: Speaker): readonly Part[] {
  if (Array.isArray(parts)) return parts.flatMap(part => readPart(part, speaker))
  return parts === null || parts === undefined ? [] : readPart(parts, speaker)
}

/** A wire part: one part for each thing that it holds, of which there should be one. */
function readPart(value: unknown, speaker: Speaker): Part[] {
  if (typeof value === 'string') return [{ kind: 'text', text: value }]
  if (!isObject(value)) return [{ kind: 'data', value: json(value) }]
  const raw = camelKeys(value, 1)
  const found = held.filter(key => raw[key] !== undefined && raw[key] !== null)
  const { thoughtSignature: _, ...unsealed } = raw
  // A signature is one thing's: where a part holds two, the first has it.
  const parts = found.map((key, index) => readHeld(index === 0 ? raw : unsealed, key, speaker))
  return parts.length > 0 ? parts : [opaque(raw, speaker)]
}

function readHeld(raw: Raw, key: (typeof held)[number], speaker: Speaker): Part {
  const model = speaker.author === 'agent' ? speaker.model : undefined
  switch (key) {
    case 'functionCall':
      return readCall(raw, model)
    case 'functionResponse':
      return readResponse(object(raw.functionResponse))
    case 'text':
      return readText(raw, model) ?? opaque(raw, speaker)
    default:
      return readFile(raw, speaker, model) ?? opaque(raw, speaker)
  }
}

/** A signature that a model made; none for one that says to skip the check. */
const sealOf = ({ thoughtSignature: value }: Raw, model: string | undefined): Seal | undefined =>
  typeof value === 'string' && value !== '' && !sentinels.has(value)
    ? { format, value, ...given('model', model) }
    : undefined

function readText(raw: Raw, model: string | undefined): Part | undefined {
  const { text, thought } = raw
  if (typeof text !== 'string') return undefined
  const seal = sealOf(raw, model)
  // A signature without words seals what was thought, as a thought does.
  if (thought === true || (text === '' && seal))
    return {
      kind: 'reasoning',
      text,
      native: { format, payload: raw as JsonObject },
      ...given('model', model),
    }
  return { kind: 'text', text, ...given('seal', seal), ...given('extra', keep(format, raw, beside)) }
}

function readCall(raw: Raw, model: string | undefined): Part {
  const { id, name, args } = object(raw.functionCall)
  return {
    kind: 'tool-call',
    id: string(id),
    name: string(name),
    arguments: (args ?? {}) as JsonValue,
    ...given('seal', sealOf(raw, model)),
    ...given('extra', keep(format, raw, ['partMetadata'])),
  }
}

function readResponse(raw: Raw): Part {
  const name = string(raw.name)
  const { content, isError, own } = readOutput(raw.response)
  const fields = keep(format, raw, ['scheduling'])
  return {
    kind: 'tool-result',
    id: string(raw.id),
    ...(name && { name }),
    content: [...content, ...list(raw.parts).map(readResponsePart)],
    ...(isError && { isError }),
    ...given('extra', fields ?? (own ? { format, fields: {} } : undefined)),
  }
}

interface Output {
  readonly content: readonly ResultContent[]
  readonly isError?: true
  /** It is a whole response in the words of this API. */
  readonly own?: true
}

/** What a function gave: its only output or error as words, any other response as it is. */
function readOutput(value: unknown): Output {
  if (value === undefined || value === null) return { content: [] }
  if (typeof value === 'string') return { content: [{ kind: 'text', text: value }] }
  if (isObject(value) && Object.keys(value).length === 1) {
    if (typeof value.output === 'string') return { content: [{ kind: 'text', text: value.output }] }
    if (typeof value.error === 'string')
      return { content: [{ kind: 'text', text: value.error }], isError: true }
  }
  return { content: [{ kind: 'data', value: json(value) }], own: true }
}

function readResponsePart(value: unknown): ResultContent {
  const raw = camelKeys(value, 1)
  const file = fileOf(raw)
  return file ?? { kind: 'opaque', format, inline: true, type: typeOf(raw), payload: raw as JsonObject }
}

function readFile(raw: Raw, { author }: Speaker, model: string | undefined): FilePart | undefined {
  const file = fileOf(raw)
  if (!file) return undefined
  const seal = sealOf(raw, model)
  // What a model drew goes back to its like as a file, not in words.
  const drawn = author === 'agent' ? { format, fields: {} } : undefined
  return { ...file, ...given('seal', seal), ...given('extra', file.extra ?? drawn) } as FilePart
}

/** Where Google stores what was sent to it. */
const stored = /^(gs:\/\/|https:\/\/generativelanguage\.googleapis\.com\/)/

function fileOf(raw: Raw): FilePart | undefined {
  const { data, mimeType, displayName } = object(raw.inlineData)
  const { fileUri, mimeType: type, displayName: name } = object(raw.fileData)
  const extra = given('extra', keep(format, raw, beside))
  if (typeof data === 'string' && typeof mimeType === 'string')
    return {
      kind: 'file',
      mediaType: mimeType,
      source: { type: 'base64', data },
      ...(typeof displayName === 'string' && { name: displayName }),
      ...extra,
    }
  if (typeof fileUri !== 'string' || fileUri === '') return undefined
  return {
    kind: 'file',
    mediaType: string(type) || 'application/*',
    source: stored.test(fileUri) ? { type: 'id', id: fileUri, format } : { type: 'url', url: fileUri },
    ...(typeof name === 'string' && { name }),
    ...extra,
  }
}

/** The name of what a part holds that is not read here. */
const typeOf = (raw: Raw): string =>
  Object.keys(raw).find(key => !beside.includes(key) && key !== 'thought' && key !== 'thoughtSignature') ??
  'unknown'

const opaque = (raw: Raw, { author, model }: Speaker): Part => ({
  kind: 'opaque',
  format,
  type: typeOf(raw),
  payload: raw as JsonObject,
  ...given('model', author === 'agent' ? model : undefined),
})

/** The common contents told without making an event; false for any that has more to it. */
function scanContent(value: unknown, sink: Sink): boolean {
  const content = object(value)
  const author = authorOf(content)
  const { parts } = content
  if (!author || !Array.isArray(parts) || !parts.every(isPlain)) return false
  sink.event(author, '', author === 'agent' ? response : '')
  for (const part of parts) scanPart(object(part), sink)
  sink.end(false)
  return true
}

/** Whether a part is nothing but words, a call, or a response of words. */
function isPlain(value: unknown): boolean {
  const part = object(value)
  const [key, second] = Object.keys(part).filter(name => name !== 'thoughtSignature')
  if (key === undefined || second !== undefined) return false
  if (key === 'text') return typeof part.text === 'string' && part.text !== ''
  if (key === 'functionCall') return isObject(part.functionCall)
  if (key !== 'functionResponse') return false
  const { response: given, parts, id, name, ...more } = object(part.functionResponse)
  const output = object(given)
  return (
    parts === undefined &&
    Object.keys(more).length === 0 &&
    Object.keys(output).length === 1 &&
    typeof output.output === 'string'
  )
}

function scanPart({ text, functionCall, functionResponse }: Raw, sink: Sink): void {
  if (typeof text === 'string') return sink.part('text', text.length)
  if (functionCall !== undefined) {
    const { id, name, args } = object(functionCall)
    return sink.call(string(id), string(name), callSize(string(name), args ?? {}))
  }
  const { id, name, response: given } = object(functionResponse)
  sink.result(string(id), string(name), string(object(given).output).length)
}

const isSystem = (content: unknown): boolean => isObject(content) && authorOf(content) === 'developer'

/** Whether a value is a content, not a part: the client takes parts alone too. */
const isContent = (value: unknown): boolean => isObject(value) && ('parts' in value || 'role' in value)

/** The contents of a request as a list, whatever the client takes for one. */
function contentsOf(value: unknown): readonly unknown[] | null {
  if (typeof value === 'string') return [{ role: 'user', parts: [{ text: value }] }]
  if (isObject(value)) return [isContent(value) ? value : { role: 'user', parts: [value] }]
  if (!Array.isArray(value)) return null
  const arePart = (item: unknown): boolean => typeof item === 'string' || (isObject(item) && !isContent(item))
  return value.length > 0 && value.every(arePart) ? [{ role: 'user', parts: value }] : value
}

/**
 * Reads a generateContent request, the client's parameters or a REST body, or only its contents. The system instruction
 * becomes the agent's. Give the `model` that made the answers when the request does not say: a thought signature goes
 * back only to the model that made it, on the very part that it came with. Nothing in the contents makes it throw; an
 * unknown part is kept as it is. The contents are held by reference.
 *
 * @example
 * import { compile } from 'ctxc'
 * import { fromGemini } from 'ctxc/from/gemini'
 *
 * const conversation = fromGemini({ contents: 'What is the weather in Paris?' })
 * const { request } = await compile(conversation, { model: 'gemini-3.8-flash', budget: 16_000 })
 */
export function fromGemini(input: ContentsInput, options: ImportOptions = {}): Conversation<'gemini'> {
  const request: Raw = Array.isArray(input) ? { contents: input } : object(input)
  const contents = contentsOf(request.contents)
  if (contents === null)
    throw new TypeError('fromGemini takes a list of contents, or a request with contents')
  let leading = 0
  while (leading < contents.length && isSystem(contents[leading])) leading++
  const model = string(request.model) || options.model
  const reader: Reader = { event: (content, seq) => readContent(model, content, seq), scan: scanContent }
  return conversation(format, geminiAgent(request, contents.slice(0, leading)), contents, leading, reader)
}

import type { Extra } from '../ir/extra.ts'
import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import type { Part } from '../ir/part.ts'
import type { ResultContent } from '../ir/result.ts'
import { given, json, object, type Raw, string } from './read.ts'

const format = 'gemini'

/** A field in the spelling of the REST API, or of Python. */
export const either = (raw: Raw, camel: string): unknown =>
  raw[camel] ?? raw[camel.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)]

/** The seal of a thought on the part that it stands on. */
function sealOf(part: Raw): Extra | undefined {
  const seal = either(part, 'thoughtSignature')
  return typeof seal === 'string' && seal !== '' ? { format, fields: { thoughtSignature: seal } } : undefined
}

const opaque = (part: Raw): Part => ({
  kind: 'opaque',
  format,
  inline: true,
  type: Object.keys(part).find(key => isObject(part[key])) ?? 'unknown',
  payload: part as JsonObject,
})

function readFile(part: Raw): Part | undefined {
  const inline = object(either(part, 'inlineData'))
  const stored = object(either(part, 'fileData'))
  const { data } = inline
  const uri = either(stored, 'fileUri')
  const source =
    typeof data === 'string'
      ? ({ type: 'base64', data } as const)
      : typeof uri === 'string'
        ? ({ type: 'url', url: uri } as const)
        : undefined
  if (source === undefined) return undefined
  const mediaType = either(source.type === 'base64' ? inline : stored, 'mimeType')
  const name = either(source.type === 'base64' ? inline : stored, 'displayName')
  return {
    kind: 'file',
    mediaType: string(mediaType) || 'application/*',
    source,
    ...given('name', string(name) || undefined),
    ...given('extra', sealOf(part)),
  }
}

function readCall(part: Raw, call: Raw): Part {
  return {
    kind: 'tool-call',
    id: string(call.id),
    name: string(call.name),
    arguments: (call.args ?? {}) as JsonValue,
    ...given('extra', sealOf(part)),
  }
}

/** A response that is an error and nothing else says so by its one key. */
const isError = (response: Raw): boolean =>
  Object.keys(response).length === 1 && response.error !== undefined && response.error !== null

/** What a function put out: an object, or whatever a client let through instead. */
function readOutput(response: unknown): ResultContent[] {
  if (response === undefined || response === null) return []
  return typeof response === 'string'
    ? [{ kind: 'text', text: response }]
    : [{ kind: 'data', value: json(response) }]
}

function readResponse({ id, name, response, parts }: Raw): Part {
  const files = Array.isArray(parts) ? parts.map(part => readPart(part) as ResultContent) : []
  return {
    kind: 'tool-result',
    id: string(id),
    ...given('name', string(name) || undefined),
    content: [...readOutput(response), ...files],
    ...(isError(object(response)) && { isError: true }),
  }
}

/** A part of a Content of Gemini, in either spelling; an unknown one is kept as it is. */
export function readPart(value: unknown): Part {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (!isObject(value)) return { kind: 'data', value: json(value) }
  const part: Raw = value
  const { text } = part
  if (part.thought === true) {
    const native = { format, payload: part as JsonObject } as const
    return { kind: 'reasoning', text: string(text), ...(sealOf(part) && { native }) }
  }
  const call = either(part, 'functionCall')
  if (isObject(call)) return readCall(part, call)
  const response = either(part, 'functionResponse')
  if (isObject(response)) return readResponse(response)
  if (typeof text === 'string') return { kind: 'text', text, ...given('extra', sealOf(part)) }
  return readFile(part) ?? opaque(part)
}

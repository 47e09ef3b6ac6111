import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { type Around, definedFields, itemOf } from '../../../target/part-forms.ts'
import { parseJson } from '../../../text/json.ts'
import { filled, optionsIn } from '../rows/options.ts'
import { isMCP, toolOf } from './anthropic-call.ts'
import { cacheMark, callerIn } from './anthropic-options.ts'

const format = 'anthropic'

/** Result of a server's tool, as the AI SDK keeps it. */
interface Output {
  readonly value: JsonValue | undefined
  readonly failed: boolean
}

/** Type and content of a result on the wire; null if the output is not the tool's. */
type Content = readonly [type: string, content: JsonValue] | null

function outputOf({ payload }: OpaquePart): Output | null {
  const { type, value } = isObject(payload.output) ? payload.output : {}
  if (type !== 'json' && type !== 'error-json' && type !== 'error-text') return null
  return { value: value as JsonValue | undefined, failed: type !== 'json' }
}

/** Returns an error as an object; some results hold it as JSON text. */
function errorOf(value: JsonValue | undefined): JsonObject {
  const read = typeof value === 'string' ? parseJson(value) : value
  return isObject(read) ? (read as JsonObject) : {}
}

const failure = (tool: string, value: JsonValue | undefined, otherwise = 'unavailable'): Content => {
  const { errorCode } = errorOf(value)
  const type = `${tool}_tool_result`
  return [type, { type: `${type}_error`, error_code: filled(errorCode) ? errorCode : otherwise }]
}

/** Returns a list of objects; null for anything else. */
const objects = (value: JsonValue | undefined): readonly JsonObject[] | null =>
  Array.isArray(value) && value.every(isObject) ? (value as readonly JsonObject[]) : null

function webSearch({ value, failed }: Output): Content {
  if (failed) return failure('web_search', value)
  const results = objects(value)?.map(({ url, title, pageAge, encryptedContent, type }) =>
    definedFields({ type, url, title, encrypted_content: encryptedContent, page_age: pageAge }),
  )
  return results === undefined ? null : ['web_search_tool_result', results]
}

function webFetch({ value, failed }: Output): Content {
  if (failed) return failure('web_fetch', value)
  if (!isObject(value) || !isObject(value.content) || !isObject(value.content.source)) return null
  const { url, retrievedAt, content } = value as JsonObject & { readonly content: JsonObject }
  const { type, mediaType, data } = content.source as JsonObject
  const source = definedFields({ type, media_type: mediaType, data })
  const { title, citations } = content
  const document = definedFields({ type: 'document', title, citations, source })
  return [
    'web_fetch_tool_result',
    definedFields({ type: 'web_fetch_result', url, retrieved_at: retrievedAt, content: document }),
  ]
}

/** Returns a result of code execution, under the tool that its type names. */
function codeExecution({ value, failed }: Output): Content {
  if (failed) {
    const own = errorOf(value).type === 'code_execution_tool_result_error'
    return failure(own ? 'code_execution' : 'bash_code_execution', value, 'unknown')
  }
  if (!isObject(value) || typeof value.type !== 'string') return null
  const content = value as JsonObject & { readonly type: string }
  if (/^(encrypted_)?code_execution_result$/.test(content.type))
    return ['code_execution_tool_result', { ...content, content: content.content ?? [] }]
  const [, tool] = /^(bash|text_editor)_code_execution_/.exec(content.type) ?? []
  return tool === undefined ? null : [`${tool}_code_execution_tool_result`, content]
}

function toolSearch(output: Output): Content {
  const { value, failed } = output
  if (failed || (isObject(value) && value.type === 'tool_search_tool_result_error'))
    return failure('tool_search', value)
  const references = objects(value)?.flatMap(({ toolName }) =>
    filled(toolName) ? [{ type: 'tool_reference', tool_name: toolName }] : [],
  )
  return references === undefined
    ? null
    : ['tool_search_tool_result', { type: 'tool_search_tool_search_result', tool_references: references }]
}

function advisor({ value, failed }: Output): Content {
  if (failed) return failure('advisor', value)
  if (!isObject(value)) return null
  const { type, text, encryptedContent, stopReason } = value as JsonObject
  const content = definedFields({ type, text, encrypted_content: encryptedContent, stop_reason: stopReason })
  return ['advisor_tool_result', content]
}

const readers: ReadonlyMap<string, (output: Output) => Content> = new Map([
  ['web_search', webSearch],
  ['web_fetch', webFetch],
  ['code_execution', codeExecution],
  ['tool_search_tool_regex', toolSearch],
  ['tool_search_tool_bm25', toolSearch],
  ['advisor', advisor],
])

/** Types of results that name the code that made their call. */
const withCaller = /^web_/

/** Returns the result of a call that the server ran, in wire form; null if it has none. */
export function serverResult(part: OpaquePart, around: Around): OpaquePart | null {
  const { toolCallId } = part.payload
  const output = outputOf(part)
  if (!filled(toolCallId) || output === null) return null
  const options = optionsIn(part.payload, format)
  const own = { tool_use_id: toolCallId, cache_control: cacheMark(options) }
  if (isMCP(part) || isMCP(around.calls.get(toolCallId))) {
    const type = 'mcp_tool_result'
    const { value, failed } = output
    if (typeof value !== 'string' && !Array.isArray(value)) return null
    return itemOf(format, part, type, definedFields({ type, ...own, is_error: failed, content: value }))
  }
  const [type, content] = readers.get(toolOf(part, around))?.(output) ?? []
  if (type === undefined || content === undefined) return null
  const caller = withCaller.test(type) ? callerIn(options) : undefined
  return itemOf(format, part, type, definedFields({ type, ...own, content, caller }))
}

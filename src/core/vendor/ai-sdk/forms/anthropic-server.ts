import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { type Around, createApiItem, definedFields } from '../../../target/part-forms.ts'
import { parseJson } from '../../../text/json.ts'
import { safeString } from '../../../text/reason.ts'
import { isFilledText, optionsForTarget } from '../rows/options.ts'
import { cacheMark, codeExecutionCaller } from './anthropic-options.ts'
import { snakeFields } from './snake-fields.ts'

const format = 'anthropic'

/** Conversion of a server tool's results to the API's form. */
interface ResultForm {
  /** Returns the beginning of the result's wire type; null if the output does not come from this tool. */
  readonly type: (value: JsonValue | undefined, failed: boolean) => string | null
  /** Returns the content of a result that did not fail; null if the output does not come from this tool. */
  readonly content: (value: JsonObject) => JsonValue | null
  /** Error code for a failed result that names no code. */
  readonly otherwise?: string
}

const asObjectList = (value: unknown): readonly JsonObject[] | null =>
  Array.isArray(value) && value.every(isObject) ? (value as readonly JsonObject[]) : null

const isSearchError = (value: unknown): boolean =>
  isObject(value) && value.type === 'tool_search_tool_result_error'

const toolSearch: ResultForm = {
  type: () => 'tool_search',
  content: value => {
    const found = asObjectList(value)?.flatMap(({ toolName }) =>
      isFilledText(toolName) ? [{ type: 'tool_reference', tool_name: toolName }] : [],
    )
    return found === undefined ? null : { type: 'tool_search_tool_search_result', tool_references: found }
  },
}

/** Conversions of results, by the name of the server tool. Calls of these tools have the same names. */
const forms: Readonly<Record<string, ResultForm>> = {
  web_search: {
    type: () => 'web_search',
    content: value =>
      asObjectList(value)?.map(found => snakeFields(found, 'type url title encryptedContent pageAge')) ??
      null,
  },
  web_fetch: {
    type: () => 'web_fetch',
    content(value) {
      const { content } = value
      if (!isObject(content) || !isObject(content.source)) return null
      const { title, citations, source } = content as JsonObject
      const from = snakeFields(source as JsonObject, 'type mediaType data')
      const document = definedFields({ type: 'document', title, citations, source: from })
      return { type: 'web_fetch_result', ...snakeFields(value, 'url retrievedAt'), content: document }
    },
  },
  code_execution: {
    type(value, failed) {
      const read = failed ? errorObjectOf(value) : value
      const type = isObject(read) && typeof read.type === 'string' ? read.type : ''
      if (failed)
        return type === 'code_execution_tool_result_error' ? 'code_execution' : 'bash_code_execution'
      if (/^(encrypted_)?code_execution_result$/.test(type)) return 'code_execution'
      return /^(?:bash|text_editor)_code_execution(?=_)/.exec(type)?.[0] ?? null
    },
    content: value =>
      /^(encrypted_)?code/.test(safeString(value.type)) ? { ...value, content: value.content ?? [] } : value,
    otherwise: 'unknown',
  },
  tool_search_tool_regex: toolSearch,
  tool_search_tool_bm25: toolSearch,
  advisor: {
    type: () => 'advisor',
    content: value =>
      Array.isArray(value) ? null : snakeFields(value, 'type text encryptedContent stopReason'),
  },
}

/** Returns a result's error as an object. Some results contain the error as JSON text. */
function errorObjectOf(value: JsonValue | undefined): JsonObject {
  const read = typeof value === 'string' ? parseJson(value) : value
  return isObject(read) ? (read as JsonObject) : {}
}

const resultFormOf = (name: string): ResultForm | undefined =>
  Object.hasOwn(forms, name) ? forms[name] : undefined

/**
 * Tools that run inside code execution. In the API, the name is the name of the call; in the AI SDK, it is the type of
 * the input.
 */
const inner: ReadonlySet<unknown> = new Set(['bash_code_execution', 'text_editor_code_execution'])

/** Returns Anthropic's name of the tool that a call or result belongs to. */
const vendorToolName = ({ payload }: OpaquePart, { names }: Around): string => {
  const name = typeof payload.toolName === 'string' ? payload.toolName : ''
  return names.get(name) ?? name
}

/** Whether a part belongs to a tool of an MCP server. */
const isMCPPart = (part: OpaquePart | undefined): boolean =>
  part !== undefined && optionsForTarget(part.payload, format).type === 'mcp-tool-use'

/** Returns a call that the server ran, in the API's format; null if the API has no equivalent. */
export function serverCall(part: OpaquePart, around: Around): OpaquePart | null {
  const { toolCallId: id, toolName, input } = part.payload
  if (!isFilledText(id) || !isObject(input)) return null
  const options = optionsForTarget(part.payload, format)
  const beside = { caller: codeExecutionCaller(options), cache_control: cacheMark(options) }
  const createCallItem = (type: string, fields: JsonObject): OpaquePart =>
    createApiItem(format, part, type, definedFields({ type, id, ...fields, ...beside }))
  if (isMCPPart(part)) {
    const { serverName } = options
    if (!isFilledText(serverName) || !isFilledText(toolName)) return null
    return createCallItem('mcp_tool_use', {
      name: toolName,
      input: input as JsonObject,
      server_name: serverName,
    })
  }
  const name = vendorToolName(part, around)
  if (resultFormOf(name) === undefined) return null
  const { type, ...rest } = input as JsonObject
  if (name === 'code_execution' && inner.has(type))
    return createCallItem('server_tool_use', { name: safeString(type), input: rest })
  const isProgram = name === 'code_execution' && type === 'programmatic-tool-call'
  // The tool `advisor` accepts no input.
  const asked = name === 'advisor' ? {} : isProgram ? rest : (input as JsonObject)
  return createCallItem('server_tool_use', { name, input: asked })
}

/** Returns the type and the content of a server tool's result; null if the output does not come from this tool. */
function serverResultContent(
  name: string,
  value: JsonValue | undefined,
  isError: boolean,
): [string, JsonValue] | null {
  const form = resultFormOf(name)
  const failed = isError || (form === toolSearch && isSearchError(value))
  const begin = form?.type(value, failed) ?? null
  if (form === undefined || begin === null) return null
  const type = `${begin}_tool_result`
  if (failed) {
    const { errorCode: code } = errorObjectOf(value)
    return [
      type,
      { type: `${type}_error`, error_code: isFilledText(code) ? code : (form.otherwise ?? 'unavailable') },
    ]
  }
  const content = typeof value === 'object' && value !== null ? form.content(value as JsonObject) : null
  return content === null ? null : [type, content]
}

/** Returns the result of a call that the server ran, in the API's format; null if the API has no equivalent. */
export function serverResult(part: OpaquePart, around: Around): OpaquePart | null {
  const { toolCallId, output } = part.payload
  const { type: kind, value } = (isObject(output) ? output : {}) as JsonObject
  if (!isFilledText(toolCallId) || (kind !== 'json' && kind !== 'error-json' && kind !== 'error-text'))
    return null
  const failed = kind !== 'json'
  const options = optionsForTarget(part.payload, format)
  const own = { tool_use_id: toolCallId, cache_control: cacheMark(options) }
  if (isMCPPart(part) || isMCPPart(around.calls.get(toolCallId))) {
    const type = 'mcp_tool_result'
    if (typeof value !== 'string' && !Array.isArray(value)) return null
    return createApiItem(
      format,
      part,
      type,
      definedFields({ type, ...own, is_error: failed, content: value }),
    )
  }
  const [type, content] = serverResultContent(vendorToolName(part, around), value, failed) ?? []
  if (type === undefined || content === undefined) return null
  // Only results of web search and web fetch name the code execution that made their call.
  const caller = type.startsWith('web_') ? codeExecutionCaller(options) : undefined
  return createApiItem(format, part, type, definedFields({ type, ...own, content, caller }))
}

import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { type Around, definedFields, itemOf } from '../../../target/part-forms.ts'
import { safeString } from '../../../text/reason.ts'
import { filled, optionsIn } from '../rows/options.ts'
import { cacheMark, callerIn } from './anthropic-options.ts'

const format = 'anthropic'

/** Server tools whose calls have the tools' own names. */
const named: ReadonlySet<string> = new Set([
  'code_execution',
  'web_fetch',
  'web_search',
  'tool_search_tool_regex',
  'tool_search_tool_bm25',
  'advisor',
])

/** Tools of code execution: call names on the wire, input types in the AI SDK. */
const inner: ReadonlySet<unknown> = new Set(['bash_code_execution', 'text_editor_code_execution'])

/** Returns the vendor's name of the tool that a part names. */
export const toolOf = ({ payload }: OpaquePart, { names }: Around): string => {
  const name = typeof payload.toolName === 'string' ? payload.toolName : ''
  return names.get(name) ?? name
}

/** Whether a part is of an MCP server's tool. */
export const isMCP = (part: OpaquePart | undefined): boolean =>
  part !== undefined && optionsIn(part.payload, format).type === 'mcp-tool-use'

/** Returns a call that the server ran, in wire form; null if it has none. */
export function serverCall(part: OpaquePart, around: Around): OpaquePart | null {
  const { toolCallId: id, toolName, input } = part.payload
  if (!filled(id) || !isObject(input)) return null
  const options = optionsIn(part.payload, format)
  const beside = { caller: callerIn(options), cache_control: cacheMark(options) }
  const make = (type: string, fields: JsonObject): OpaquePart =>
    itemOf(format, part, type, definedFields({ type, id, ...fields, ...beside }))
  if (isMCP(part)) {
    const { serverName } = options
    if (!filled(serverName) || !filled(toolName)) return null
    return make('mcp_tool_use', { name: toolName, input: input as JsonObject, server_name: serverName })
  }
  const name = toolOf(part, around)
  if (!named.has(name)) return null
  const { type, ...rest } = input as JsonObject
  if (name === 'code_execution' && inner.has(type))
    return make('server_tool_use', { name: safeString(type), input: rest })
  const isProgram = name === 'code_execution' && type === 'programmatic-tool-call'
  // The advisor takes no input.
  const asked = name === 'advisor' ? {} : isProgram ? rest : (input as JsonObject)
  return make('server_tool_use', { name, input: asked })
}

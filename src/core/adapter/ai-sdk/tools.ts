import type { WireNames } from '../../compile/contract/result.ts'
import { isObject } from '../../ir/json.ts'
import type { AISDKRequest, ToolDeclaration } from '../../vendor/ai-sdk/write/request.ts'

/**
 * Returns the tools of a call under the names that are sent. Tools that the compile added are included; tools that it
 * refused are not. The app's own tool objects are sent, unless the request is protected, because these objects contain
 * the protected values.
 */
export function toolsToSend(
  { tools: sent = {} }: AISDKRequest,
  { names, isProtected }: { readonly names: WireNames; readonly isProtected: boolean },
  given: readonly object[] | undefined,
): readonly object[] | undefined {
  const own = new Map((given ?? []).map(tool => [(tool as { name?: unknown }).name, tool]))
  const tools = Object.entries(sent).map(([wire, declared]) => {
    const declaredName = names.toDeclared(wire)
    const given = own.get(declaredName)
    const tool = given !== undefined && isProtected ? protectedTool(given, declared) : given
    if (tool !== undefined)
      return withOptions(wire === declaredName ? tool : { ...tool, name: wire }, declared.providerOptions)
    return { type: 'function', name: wire, inputSchema: declared.inputSchema.jsonSchema }
  })
  return tools.length > 0 || given !== undefined ? tools : undefined
}

/** Returns a tool with the description and the schema from the protected request. */
const protectedTool = (tool: object, { description, inputSchema }: ToolDeclaration): object => ({
  ...tool,
  ...(description !== undefined && { description }),
  ...('inputSchema' in tool && { inputSchema: inputSchema.jsonSchema }),
})

/**
 * Returns a tool with the request's provider options, including cache marks; the tool itself if it already has these
 * options.
 */
function withOptions(tool: object, providerOptions: unknown): object {
  const { providerOptions: given, ...rest } = tool as { readonly providerOptions?: unknown }
  if (JSON.stringify(given) === JSON.stringify(providerOptions)) return tool
  return providerOptions === undefined ? rest : { ...rest, providerOptions }
}

/** Returns the tool choice with the tool name that is sent; undefined if that tool is not sent. */
export function toolChoiceToSend({ toolChoice }: AISDKRequest, given: unknown): unknown {
  if (!isObject(given) || given.type !== 'tool') return given
  return isObject(toolChoice) ? { type: 'tool', toolName: toolChoice.toolName } : undefined
}

/** Returns a part of a model's answer. If the part is a tool call, it gets the app's own name for the tool. */
export function restoreToolName<T>(part: T, names: WireNames): T {
  if (!isObject(part) || typeof part.toolName !== 'string') return part
  const toolName = names.toDeclared(part.toolName)
  return toolName === part.toolName ? part : { ...part, toolName }
}

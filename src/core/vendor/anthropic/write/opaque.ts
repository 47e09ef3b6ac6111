import { isNative } from '../../../agent/agent.ts'
import type { OpaqueLoss } from '../../../diag/opaque.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { isServerCall, isServerResult, type ServerBlock } from '../../../ir/provider-call.ts'
import { hasBrokenSeal } from '../../../target/seals.ts'
import type { Setting } from '../../../target/target.ts'
import { isNewType } from '../../../target/wire-types.ts'
import { isSigned } from './compaction.ts'
import type { AnthropicRequest, ContentBlock } from './request.ts'

/** Place of a block: a message of a role, or a result. */
export type Place = 'user' | 'model' | 'developer' | 'result'

const answer: readonly Place[] = ['model']

/**
 * Legal places of the blocks that are not read here. A block whose type is in no table came from a newer API, and is
 * sent back in its original place.
 */
const places: ReadonlyMap<string, readonly Place[]> = new Map<string, readonly Place[]>([
  ['server_tool_use', answer],
  ['web_search_tool_result', answer],
  ['web_fetch_tool_result', answer],
  ['code_execution_tool_result', answer],
  ['bash_code_execution_tool_result', answer],
  ['text_editor_code_execution_tool_result', answer],
  ['tool_search_tool_result', answer],
  ['mcp_tool_use', answer],
  ['mcp_tool_result', answer],
  ['compaction', answer],
  ['container_upload', ['user']],
  ['search_result', ['user', 'result']],
  ['document', ['user', 'result']],
  ['tool_reference', ['result']],
  ['browser_state', ['result']],
  ['tool_addition', ['developer']],
  ['tool_removal', ['developer']],
  ['output_config', ['developer']],
])

const mayStand = (type: string, place: Place): boolean => places.get(type)?.includes(place) ?? isNewType(type)

/** Whether a document has another source than `content`: it is a file, or the API does not take it. */
const isOtherDocument = ({ type, source }: JsonObject): boolean =>
  type === 'document' && !(isObject(source) && source.type === 'content')

/** Returns why a block of Anthropic's own cannot be sent; null if it can. */
export function opaqueTravels(
  { type, payload }: OpaquePart,
  setting: Setting<AnthropicRules>,
  place: Place,
): OpaqueLoss | null {
  // A signed compaction comes first, in a message of either role.
  const stands = mayStand(type, place) || (place === 'user' && isSigned(payload))
  if (!isObject(payload) || payload.type !== type || !stands || isOtherDocument(payload)) return 'misplaced'
  return hasBrokenSeal(payload) ? 'broken seal' : whyUnusable(payload, setting)
}

/** Returns why a request cannot use a block: it is empty, or needs something that is not declared. Null if it can. */
function whyUnusable(payload: JsonObject, setting: Setting<AnthropicRules>): OpaqueLoss | null {
  switch (payload.type) {
    case 'server_tool_use':
      return runsAtServer(setting, payload.name) ? null : 'undeclared tool'
    case 'mcp_tool_use':
      return hasServers(setting) ? null : 'no MCP server'
    case 'compaction':
      return payload.content === '' ? 'empty' : null
    case 'output_config':
    case 'tool_addition':
    case 'tool_removal':
      return setting.facts.rules.midSystem ? null : 'unknown to the model'
  }
  const named = loadedTool(payload)
  return named === null || isDeclared(setting, named) ? null : 'undeclared tool'
}

/** Whether a tool is declared, or may be: a request does not list the names of an MCP server's tools. */
const isDeclared = (setting: Setting<AnthropicRules>, name: string): boolean =>
  hasServers(setting) || declaredNames(setting).includes(name)

/** Returns a block without the references to undeclared tools that a search found (A17), and how many those are. */
export function withoutGhosts(
  payload: JsonObject,
  setting: Setting<AnthropicRules>,
): { readonly payload: JsonObject; readonly dropped: number } {
  const found = foundTools(payload)
  const kept = found.filter(reference => isDeclared(setting, loadedTool(reference) ?? ''))
  const dropped = found.length - kept.length
  if (dropped === 0) return { payload, dropped }
  return {
    payload: { ...payload, content: { ...(payload.content as JsonObject), tool_references: kept } },
    dropped,
  }
}

/** Returns the references to tools in the result of a tool search. */
function foundTools(block: object): readonly JsonObject[] {
  const { type, content } = block as { readonly type?: unknown; readonly content?: unknown }
  const references = type === 'tool_search_tool_result' && isObject(content) ? content.tool_references : null
  return Array.isArray(references) ? (references.filter(isObject) as JsonObject[]) : []
}

/** Returns the names of the declared tools. */
function declaredNames(setting: Setting<AnthropicRules>): readonly unknown[] {
  const functions = (setting.agent.tools ?? []).flatMap(tool =>
    isNative(tool) ? [] : [setting.names.toWire(tool.name)],
  )
  return [...functions, ...ownTools(setting).map(({ name }) => name)]
}

/** Returns Anthropic's own tools among the declared ones. */
const ownTools = ({ agent }: Setting<AnthropicRules>): readonly JsonObject[] =>
  (agent.tools ?? []).flatMap(tool =>
    isNative(tool) && tool.native.format === 'anthropic' ? [tool.native.payload] : [],
  )

/** Types of declared tools that also make calls of another name, by that name. */
const alsoCalled: ReadonlyMap<string, RegExp> = new Map([
  // Since the versions of February 2026, code that the model writes filters the search results.
  ['code_execution', /^code_execution_|^web_(?:search|fetch)_(?:20260[2-9]|20261|202[7-9])/],
  ['bash_code_execution', /^code_execution_|^web_(?:search|fetch)_(?:20260[2-9]|20261|202[7-9])/],
  ['text_editor_code_execution', /^code_execution_/],
])

/** Whether a declared tool of Anthropic's makes calls of this name. */
function runsAtServer(setting: Setting<AnthropicRules>, called: unknown): boolean {
  if (typeof called !== 'string' || called === '') return false
  return ownTools(setting).some(({ name, type }) => {
    const version = typeof type === 'string' ? type : ''
    return name === called || version.startsWith(`${called}_`) || alsoCalled.get(called)?.test(version)
  })
}

function hasServers({ agent }: Setting<AnthropicRules>): boolean {
  const servers = agent.extra?.format === 'anthropic' ? agent.extra.fields.mcp_servers : undefined
  return Array.isArray(servers) && servers.length > 0
}

/** Returns the name of the tool that a block has loaded; null for a block of any other kind. */
function loadedTool(block: object): string | null {
  const { type, tool_name: loaded } = block as Readonly<Record<string, unknown>>
  if (type !== 'tool_reference') return null
  return typeof loaded === 'string' ? loaded : ''
}

/** Returns the names of tools that a block has loaded, and that a request does not declare. */
export function undeclaredTools(block: ContentBlock, request: AnthropicRequest): readonly string[] {
  // A request does not list the names of an MCP server's tools.
  if ((request as { readonly mcp_servers?: unknown }).mcp_servers !== undefined) return []
  const { type, content } = block as { readonly type: string; readonly content?: unknown }
  const pieces = type === 'tool_result' && Array.isArray(content) ? content : [block, ...foundTools(block)]
  return pieces
    .map(loadedTool)
    .filter(name => name !== null && !request.tools?.some(tool => tool.name === name)) as string[]
}

/** Returns the ids of server calls without a result in an answer, and of results whose call is not in the answer. */
export function waiting(content: readonly ContentBlock[]): {
  readonly calls: readonly string[]
  readonly results: readonly string[]
} {
  const calls = new Set<string>()
  const results: string[] = []
  for (const block of content as unknown as readonly ServerBlock[]) {
    if (isServerCall(block)) calls.add(block.id ?? '')
    else if (isServerResult(block) && !calls.delete(block.tool_use_id ?? ''))
      results.push(block.tool_use_id ?? '')
  }
  return { calls: [...calls], results }
}

/** Whether a server tool is still at work in an answer. */
export const isAtWork = (content: readonly ContentBlock[]): boolean => waiting(content).calls.length > 0

import { isNative } from '../../../agent/agent.ts'
import type { OpaqueLoss } from '../../../diag/opaque.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { AnthropicRules } from '../../../ir/model.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { isServerCall, isServerResult, type ServerBlock } from '../../../ir/provider-call.ts'
import { hasBrokenSeal } from '../../../target/seals.ts'
import type { Setting } from '../../../target/target.ts'
import { isNewType } from '../../../target/wire-types.ts'
import { isSignedCompaction } from './compaction.ts'
import type { AnthropicRequest, ContentBlock } from './request.ts'

/** Container of a block: a message of one role, or a tool result. */
export type Place = 'user' | 'model' | 'developer' | 'result'

const answer: readonly Place[] = ['model']

/**
 * Containers in which each type of Anthropic-specific block is legal. A type that is in no table comes from a newer
 * API, so its block is sent back in its original place.
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

/** Whether a document has no `content` source. Such a document is either read as a file part or refused by the API. */
const isOtherDocument = ({ type, source }: JsonObject): boolean =>
  type === 'document' && !(isObject(source) && source.type === 'content')

/** Returns why an Anthropic-specific block cannot be sent; null if it can. */
export function whyAnthropicItemUnsendable(
  { type, payload }: OpaquePart,
  setting: Setting<AnthropicRules>,
  place: Place,
): OpaqueLoss | null {
  // A signed compaction comes first, in a message of either role.
  const stands = mayStand(type, place) || (place === 'user' && isSignedCompaction(payload))
  if (!isObject(payload) || payload.type !== type || !stands || isOtherDocument(payload)) return 'misplaced'
  return hasBrokenSeal(payload) ? 'broken seal' : whyUnusable(payload, setting)
}

/** Returns why a request cannot use a block, for example because the block needs an undeclared tool; null if it can. */
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

/** Whether a tool is or may be declared: a request does not list the tools of an MCP server. */
const isDeclared = (setting: Setting<AnthropicRules>, name: string): boolean =>
  hasServers(setting) || declaredToolNames(setting).includes(name)

/**
 * Returns the result block of a tool search without references to undeclared tools (rule A17), and the number of
 * references removed.
 */
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

/** Returns the tool references in the result of a tool search. */
function foundTools(block: object): readonly JsonObject[] {
  const { type, content } = block as { readonly type?: unknown; readonly content?: unknown }
  const references = type === 'tool_search_tool_result' && isObject(content) ? content.tool_references : null
  return Array.isArray(references) ? (references.filter(isObject) as JsonObject[]) : []
}

/** Returns the names of the tools that the request declares. */
function declaredToolNames(setting: Setting<AnthropicRules>): readonly unknown[] {
  const functions = (setting.agent.tools ?? []).flatMap(tool =>
    isNative(tool) ? [] : [setting.names.toWire(tool.name)],
  )
  return [...functions, ...ownTools(setting).map(({ name }) => name)]
}

/** Returns the declared tools that are Anthropic's own, in wire form. */
const ownTools = ({ agent }: Setting<AnthropicRules>): readonly JsonObject[] =>
  (agent.tools ?? []).flatMap(tool =>
    isNative(tool) && tool.native.format === 'anthropic' ? [tool.native.payload] : [],
  )

/** Patterns of tool types that also make calls under another tool's name, by the other name. */
const alsoCalled: ReadonlyMap<string, RegExp> = new Map([
  // Web search and fetch of February 2026 or later also run code that filters their results.
  ['code_execution', /^code_execution_|^web_(?:search|fetch)_(?:20260[2-9]|20261|202[7-9])/],
  ['bash_code_execution', /^code_execution_|^web_(?:search|fetch)_(?:20260[2-9]|20261|202[7-9])/],
  ['text_editor_code_execution', /^code_execution_/],
])

/** Whether one of Anthropic's own declared tools makes calls under a name. */
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

/** Returns the name of the tool that a `tool_reference` block loads; null for any other block. */
function loadedTool(block: object): string | null {
  const { type, tool_name: loaded } = block as Readonly<Record<string, unknown>>
  if (type !== 'tool_reference') return null
  return typeof loaded === 'string' ? loaded : ''
}

/** Returns the names of tools that a block loads although the request does not declare them. */
export function undeclaredTools(block: ContentBlock, request: AnthropicRequest): readonly string[] {
  // The tools of an MCP server are not listed in the request, so any name may be theirs.
  if ((request as { readonly mcp_servers?: unknown }).mcp_servers !== undefined) return []
  const { type, content } = block as { readonly type: string; readonly content?: unknown }
  const pieces = type === 'tool_result' && Array.isArray(content) ? content : [block, ...foundTools(block)]
  return pieces
    .map(loadedTool)
    .filter(name => name !== null && !request.tools?.some(tool => tool.name === name)) as string[]
}

/** Returns the ids of an answer's server calls without a result, and of its results without a call. */
export function unpairedIds(content: readonly ContentBlock[]): {
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

/** Whether an answer contains a server-tool call without a result. */
export const isAtWork = (content: readonly ContentBlock[]): boolean => unpairedIds(content).calls.length > 0

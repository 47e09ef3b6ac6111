import { isNative } from '../../../agent/agent.ts'
import type { OpaqueLoss } from '../../../diag/opaque.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { GeminiRules } from '../../../ir/model.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Setting } from '../../../target/target.ts'
import { readsSeal } from './models.ts'
import type { Part } from './request.ts'
import { type AnyPart, contentKeys, isNewKey, isSignature } from './wire.ts'

/** Google tools that must be declared if the history has parts from them, by the part's key or tool type. */
const needs: ReadonlyMap<unknown, string> = new Map([
  ['executableCode', 'codeExecution'],
  ['codeExecutionResult', 'codeExecution'],
  ['GOOGLE_SEARCH_WEB', 'googleSearch'],
  ['GOOGLE_SEARCH_IMAGE', 'googleSearch'],
  ['URL_CONTEXT', 'urlContext'],
  ['GOOGLE_MAPS', 'googleMaps'],
  ['FILE_SEARCH', 'fileSearch'],
])

const serverParts: ReadonlySet<string> = new Set([
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
])

const isServerPart = ({ type }: OpaquePart): boolean => serverParts.has(type)

/**
 * Returns why a Gemini-specific part cannot be sent; null if it can. A part of an unknown type comes from a newer API,
 * so it is sent back in its original place.
 */
export function whyGeminiPartUnsendable(
  part: OpaquePart,
  setting: Setting<GeminiRules>,
  role: 'user' | 'model',
): OpaqueLoss | null {
  const { type, payload } = part
  if (!isObject(payload)) return 'misplaced'
  const refused = whySealRefused(part, setting)
  if (refused !== null) return refused
  const [key, ...others] = contentKeys(payload)
  if (key === undefined || others.length > 0) return 'misplaced'
  // Content fields other than text always contain objects.
  if (isNewKey(key) && isObject(payload[key])) return null
  return key === type && isServerPart(part) && role === 'model' ? lackingTool(part, setting) : 'misplaced'
}

/** Returns why the model refuses a part's signature; null if it accepts the signature, or if there is none. */
function whySealRefused(
  { payload: { thoughtSignature: seal }, model }: OpaquePart,
  { facts, model: reader }: Setting<GeminiRules>,
): OpaqueLoss | null {
  if (seal === undefined) return null
  if (!isSignature(seal)) return 'invalid signature'
  return model === undefined || readsSeal(facts, reader, model) ? null : 'other model family'
}

/** Returns why no declared tool of the request can have made a server-tool part; null if one can. */
function lackingTool({ type, payload }: OpaquePart, setting: Setting<GeminiRules>): OpaqueLoss | null {
  const { toolType } = (isObject(payload[type]) ? payload[type] : {}) as JsonObject
  const tool = needs.get(type) ?? needs.get(toolType)
  if (tool === undefined) return 'unknown tool'
  return declaredTools(setting).has(tool) ? null : 'undeclared tool'
}

/**
 * Returns the names of Google's own tools that the request will declare. Some models support these tools only without
 * functions.
 */
function declaredTools({ agent, facts }: Setting<GeminiRules>): ReadonlySet<string> {
  const tools = agent.tools ?? []
  if (!facts.rules.mixedTools && tools.some(tool => !isNative(tool))) return new Set()
  return new Set(
    tools.flatMap(tool =>
      isNative(tool) && tool.native.format === 'gemini' ? Object.keys(tool.native.payload) : [],
    ),
  )
}

const idOf = (held: unknown): unknown => (isObject(held) ? (held.id ?? '') : '')

/**
 * Returns a content's server-tool parts that are not in a complete pair: calls without a response, and responses
 * without a call.
 */
export function strayParts(parts: readonly Part[]): ReadonlySet<Part> {
  const open: { readonly part: Part; readonly kind: string; readonly id: unknown }[] = []
  const stray = new Set<Part>()
  for (const part of parts) {
    const { executableCode, codeExecutionResult, toolCall, toolResponse } = part as AnyPart
    if (executableCode !== undefined) open.push({ part, kind: 'code', id: idOf(executableCode) })
    else if (toolCall !== undefined) open.push({ part, kind: 'tool', id: idOf(toolCall) })
    const result = codeExecutionResult ?? toolResponse
    if (result === undefined) continue
    const kind = codeExecutionResult === undefined ? 'tool' : 'code'
    const at = open.findIndex(call => call.kind === kind && call.id === idOf(result))
    if (at < 0) stray.add(part)
    else open.splice(at, 1)
  }
  for (const { part } of open) stray.add(part)
  return stray
}

import { isNative } from '../../../agent/agent.ts'
import type { OpaqueLoss } from '../../../diag/opaque.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { GeminiRules } from '../../../ir/model.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import type { Setting } from '../../../target/target.ts'
import { readsSeal } from './models.ts'
import type { Part } from './request.ts'
import { type AnyPart, heldBy, isNewKey, isSignature } from './wire.ts'

/** Tools that must be declared for server parts in the history, by the key or the tool type of the part. */
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
 * Returns why a part of Gemini's own cannot be sent; null if it can. A part that is in no table came from a newer API,
 * and is sent back in its original place.
 */
export function opaqueTravels(
  part: OpaquePart,
  setting: Setting<GeminiRules>,
  role: 'user' | 'model',
): OpaqueLoss | null {
  const { type, payload } = part
  if (!isObject(payload)) return 'misplaced'
  const refused = refusedSeal(part, setting)
  if (refused !== null) return refused
  const [key, ...others] = heldBy(payload)
  if (key === undefined || others.length > 0) return 'misplaced'
  // All fields that a part may hold, except text, are objects.
  if (isNewKey(key) && isObject(payload[key])) return null
  return key === type && isServerPart(part) && role === 'model' ? lackingTool(part, setting) : 'misplaced'
}

/** Returns why the model refuses the signature of a part; null if it accepts it, or if there is none. */
function refusedSeal(
  { payload: { thoughtSignature: seal }, model }: OpaquePart,
  { facts, model: reader }: Setting<GeminiRules>,
): OpaqueLoss | null {
  if (seal === undefined) return null
  if (!isSignature(seal)) return 'invalid signature'
  return model === undefined || readsSeal(facts, reader, model) ? null : 'other model family'
}

/** Returns why no declared tool of this request can have made a server part; null if one can. */
function lackingTool({ type, payload }: OpaquePart, setting: Setting<GeminiRules>): OpaqueLoss | null {
  const { toolType } = (isObject(payload[type]) ? payload[type] : {}) as JsonObject
  const tool = needs.get(type) ?? needs.get(toolType)
  if (tool === undefined) return 'unknown tool'
  return declaredTools(setting).has(tool) ? null : 'undeclared tool'
}

/** Returns Google's own tools that the request will declare; some models take them only without functions. */
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
 * Returns the parts of server tools in one content that lack their other half: a call without its response, or the
 * reverse.
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

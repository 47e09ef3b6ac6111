import type { Native } from '../ir/extra.ts'
import { isObject, type JsonObject } from '../ir/json.ts'

/** Returns the name of a provider-specific tool. Chat Completions nests the name under `custom`. */
export function nativeName({ name, custom }: JsonObject): unknown {
  return name ?? (isObject(custom) ? custom.name : undefined)
}

/** Returns a label for a provider-specific tool in diagnostics: its name or type, else the names of its fields. */
export function nativeLabel(payload: JsonObject): string {
  const label = nativeName(payload) ?? payload.type
  return typeof label === 'string' && label !== '' ? label : Object.keys(payload).join(', ') || 'unknown'
}

/** Pattern of the tool types that vendors use, such as `web_search_20250305` or `web_search_preview`. */
const typed = /^[a-z][a-z0-9_]{0,127}$/

const named = /^[a-zA-Z0-9_-]{1,128}$/

/**
 * Returns why no API accepts a provider-specific tool; null if an API may accept it. Only the tool's form is checked. A
 * tool whose type is in no table may come from a newer API.
 */
export function whyNativeToolRefused({ format, payload }: Native): string | null {
  if (format === 'gemini') {
    const isToolKey = (key: string): boolean => /^[a-z][a-zA-Z0-9]*$/.test(key) && isObject(payload[key])
    return Object.keys(payload).some(isToolKey) ? null : 'it holds no tool'
  }
  if (format !== 'anthropic' && format !== 'openai' && format !== 'openai-chat') return null
  const { type } = payload
  if (typeof type !== 'string') return 'it has no type'
  if (!typed.test(type)) return 'its type is none'
  if (type === 'function') return 'it has no name'
  const name = nativeName(payload)
  if (name === undefined ? type !== 'custom' : typeof name === 'string' && named.test(name)) return null
  return name === undefined ? 'it has no name' : 'its name is none that an API takes'
}

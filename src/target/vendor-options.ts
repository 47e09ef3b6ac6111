import { isObject, type JsonValue } from '../ir/json.ts'
import type { TargetName } from '../ir/target-name.ts'

/** Names under which the AI SDK keeps what only one API reads. */
export const optionNames: Partial<Readonly<Record<TargetName, readonly string[]>>> = {
  anthropic: ['anthropic'],
  gemini: ['google', 'vertex', 'googleVertex'],
  openai: ['openai', 'azure'],
  'openai-chat': ['openai', 'azure'],
}

export const filled = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Options of an API's providers in a part; null for none. */
export function ownOptions(fields: unknown, target: TargetName): Readonly<Record<string, JsonValue>> | null {
  const { providerOptions } = (isObject(fields) ? fields : {}) as { readonly providerOptions?: unknown }
  if (!isObject(providerOptions)) return null
  const own = (optionNames[target] ?? []).map(name => providerOptions[name]).find(isObject)
  return (own ?? null) as Readonly<Record<string, JsonValue>> | null
}

/** The same; empty for none. */
export const optionsIn = (fields: unknown, target: TargetName): Readonly<Record<string, JsonValue>> =>
  ownOptions(fields, target) ?? {}

import type { Extra } from '../../../ir/extra.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import type { TargetName } from '../../../ir/target-name.ts'

/** Options of one vendor's providers in a part of the AI SDK. */
export type Options = Readonly<Record<string, JsonValue | undefined>>

/** Names under which the AI SDK keeps options for one API. */
const names: Partial<Readonly<Record<TargetName, readonly string[]>>> = {
  anthropic: ['anthropic'],
  gemini: ['google', 'googleVertex', 'vertex'],
  openai: ['openai', 'azure'],
  'openai-chat': ['openai', 'azure'],
}

/** Returns the names of the providers whose options an API reads; empty for an API of no single vendor. */
export const providersOf = (target: TargetName): readonly string[] => names[target] ?? []

/** Whether a value is a non-empty string. */
export const filled = (value: unknown): value is string => typeof value === 'string' && value !== ''

const providerOptions = (fields: unknown): Readonly<Record<string, unknown>> => {
  const given = isObject(fields) ? fields.providerOptions : undefined
  return isObject(given) ? given : {}
}

/** Whether fields came in with the AI SDK's messages. */
export const isOfSDK = (extra: Extra | undefined): extra is Extra => extra?.format === 'ai-sdk'

/** Returns the options of a part or a call under the first of some names; null if there are none. */
export function optionsUnder(fields: unknown, names: readonly string[]): Options | null {
  const given = providerOptions(fields)
  return (names.map(name => given[name]).find(isObject) ?? null) as Options | null
}

/** Returns the options of an API's providers in a part; empty if there are none. */
export const optionsIn = (fields: unknown, target: TargetName): Options =>
  optionsUnder(fields, providersOf(target)) ?? {}

/** Returns the fields of a part with one more option of a provider. */
export function withOption(
  extra: Extra | undefined,
  provider: string,
  name: string,
  value: JsonValue,
): Extra {
  const given = providerOptions(extra?.fields) as JsonObject
  const own = isObject(given[provider]) ? (given[provider] as JsonObject) : {}
  return {
    format: 'ai-sdk',
    fields: { ...extra?.fields, providerOptions: { ...given, [provider]: { ...own, [name]: value } } },
  }
}

/**
 * Returns the fields of an AI SDK part that are not `used`, so that no form has a place for them; undefined if none are
 * left.
 */
export function unread(extra: Extra, target: TargetName, used: readonly string[]): Extra | undefined {
  const kept = Object.entries(providerOptions(extra.fields)).flatMap(([name, options]) => {
    if (!isObject(options)) return []
    const own = providersOf(target).includes(name)
    const rest = Object.entries(options).filter(([key]) => !(own && used.includes(key)))
    return rest.length > 0 ? [[name, Object.fromEntries(rest)] as const] : []
  })
  const { providerOptions: _, ...fields } = extra.fields
  const beside = Object.entries(fields).filter(([key]) => !used.includes(key))
  const left = {
    ...Object.fromEntries(beside),
    ...(kept.length > 0 && { providerOptions: Object.fromEntries(kept) }),
  }
  return Object.keys(left).length > 0 ? { format: extra.format, fields: left as JsonObject } : undefined
}

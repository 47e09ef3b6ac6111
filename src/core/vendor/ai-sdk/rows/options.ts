import type { Extra } from '../../../ir/extra.ts'
import { isObject, type JsonObject, type JsonValue } from '../../../ir/json.ts'
import type { TargetName } from '../../../ir/target-name.ts'

/** Provider options of one vendor on a part of the AI SDK. */
export type Options = Readonly<Record<string, JsonValue | undefined>>

/** Provider names under which the AI SDK stores options for an API, by target. */
const names: Partial<Readonly<Record<TargetName, readonly string[]>>> = {
  anthropic: ['anthropic'],
  gemini: ['google', 'googleVertex', 'vertex'],
  openai: ['openai', 'azure'],
  'openai-chat': ['openai', 'azure'],
}

/** Returns the provider names whose options an API reads. Returns none for a target that serves several vendors. */
export const providersOf = (target: TargetName): readonly string[] => names[target] ?? []

/** Whether a value is a non-empty string. */
export const isFilledText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const providerOptions = (fields: unknown): Readonly<Record<string, unknown>> => {
  const given = isObject(fields) ? fields.providerOptions : undefined
  return isObject(given) ? given : {}
}

/** Whether fields were imported from AI SDK messages. */
export const isOfSDK = (extra: Extra | undefined): extra is Extra => extra?.format === 'ai-sdk'

/** Returns the options of a part or call under the first provider name that has any; null if there are none. */
export function optionsUnder(fields: unknown, names: readonly string[]): Options | null {
  const given = providerOptions(fields)
  return (names.map(name => given[name]).find(isObject) ?? null) as Options | null
}

/** Returns the provider options for an API on a part; empty if there are none. */
export const optionsForTarget = (fields: unknown, target: TargetName): Options =>
  optionsUnder(fields, providersOf(target)) ?? {}

/** Returns a part's fields with one more provider option. */
export function addProviderOption(
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
 * Returns the fields of an AI SDK part without those in `used`, so that only unconverted ones are left; undefined if
 * none are.
 */
export function unusedFields(extra: Extra, target: TargetName, used: readonly string[]): Extra | undefined {
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

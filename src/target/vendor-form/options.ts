import type { Extra } from '../../ir/extra.ts'
import { isObject, type JsonObject, type JsonValue } from '../../ir/json.ts'
import type { TargetName } from '../../ir/target-name.ts'

/** Options of one vendor's providers in a part of the AI SDK. */
export type Options = Readonly<Record<string, JsonValue | undefined>>

/** Names under which the AI SDK keeps what only one API reads. */
const names: Partial<Readonly<Record<TargetName, readonly string[]>>> = {
  anthropic: ['anthropic'],
  gemini: ['google', 'googleVertex', 'vertex'],
  openai: ['openai', 'azure'],
  'openai-chat': ['openai', 'azure'],
}

/** The names of the providers whose options an API understands; empty for an API of no one vendor. */
export const providersOf = (target: TargetName): readonly string[] => names[target] ?? []

/** Whether a value is a text that says something. */
export const filled = (value: unknown): value is string => typeof value === 'string' && value !== ''

const providerOptions = (fields: unknown): Readonly<Record<string, unknown>> => {
  const given = isObject(fields) ? fields.providerOptions : undefined
  return isObject(given) ? given : {}
}

/** Options of an API's providers in a part; empty for none. */
export function optionsIn(fields: unknown, target: TargetName): Options {
  const given = providerOptions(fields)
  const own = providersOf(target)
    .map(name => given[name])
    .find(isObject)
  return (own ?? {}) as Options
}

/** What of an AI SDK part's fields no form has a place for: those that are not `used`. Undefined where all of them are. */
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

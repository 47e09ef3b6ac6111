import type { Extra } from '../ir/extra.ts'
import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'
import type { TargetName } from '../ir/target-name.ts'

/** Formats that mark what to cache in one way: Anthropic's own, and Chat as gateways in front of Claude speak it. */
const formats: ReadonlySet<string> = new Set(['anthropic', 'openai-chat'])

/** The mark among the options that the AI SDK keeps for Anthropic's API, under either of its names. */
function optionMark({ providerOptions }: JsonObject): JsonValue | undefined {
  const options = isObject(providerOptions) ? providerOptions.anthropic : undefined
  if (!isObject(options)) return undefined
  const { cacheControl, cache_control: alike } = options as JsonObject
  return cacheControl ?? alike
}

/** The cache mark that a piece of another format brought, where this format marks alike; undefined for none. */
export function sharedMark(extra: Extra | undefined, format: TargetName): JsonValue | undefined {
  if (extra === undefined || extra.format === format || !formats.has(format)) return undefined
  const isSDK = extra.format === 'ai-sdk' && format === 'anthropic'
  const alike = formats.has(extra.format) ? extra.fields.cache_control : undefined
  const mark = isSDK ? optionMark(extra.fields) : alike
  return isObject(mark) && mark.type === 'ephemeral' ? (mark as JsonValue) : undefined
}

import { isObject, type JsonObject, type JsonValue } from '../ir/json.ts'

/** Whether a field is sealed, judged by its name. Only the provider that wrote a sealed field can read it. */
const isSealedField = (key: string): boolean =>
  /^encrypted(_|[A-Z])/.test(key) || key === 'signature' || key === 'thoughtSignature'

/** Returns an object without its sealed fields, which only the provider that wrote them can read. */
export const withoutSeal = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value).filter(
      ([key]) => !isSealedField(key) && !otherSeals.has(key) && key !== 'providerOptions',
    ),
  )

/** Returns an object without sealed fields, at every level. */
export const withoutSeals = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(withoutSeal(value)).map(([key, item]) => [key, dropSealsInside(item as JsonValue)]),
  )

function dropSealsInside(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(dropSealsInside)
  return isObject(value) ? withoutSeals(value) : value
}

/** Names of sealed fields in the options of the AI SDK's providers, and in the dialects of Chat Completions. */
const otherSeals: ReadonlySet<string> = new Set([
  'reasoningEncryptedContent',
  'redactedData',
  'thought_signature',
])

/** Types of blocks in which the field `data` is sealed. */
const sealedData: ReadonlySet<unknown> = new Set(['redacted_thinking', 'reasoning.encrypted'])

/**
 * Fields that may contain more of the provider's blocks. Other fields may contain an app's data, whose keys may have
 * any name.
 */
const holders = [
  ...['content', 'thinking_blocks', 'reasoning_details'],
  ...['extra_content', 'google', 'provider_specific_fields', 'function'],
]

/**
 * Whether a sealed field of a provider-specific item contains anything but text. No API accepts such an item back.
 * Absent fields and null do not count.
 */
export function hasBrokenSeal(value: Readonly<Record<string, unknown>>, depth = 0): boolean {
  const isBroken = Object.entries(value).some(
    ([key, held]) =>
      (isSealedField(key) || otherSeals.has(key) || (key === 'data' && sealedData.has(value.type))) &&
      held !== undefined &&
      held !== null &&
      typeof held !== 'string',
  )
  if (isBroken || depth > 3) return isBroken
  const options = isObject(value.providerOptions) ? Object.values(value.providerOptions) : []
  const inner = [...holders.flatMap(key => value[key] as unknown), ...options].filter(isObject)
  return inner.some(held => hasBrokenSeal(held, depth + 1))
}

/** Returns the sealed texts of a reasoning block, which only its provider can read. */
export function sealedTexts(payload: JsonObject): readonly string[] {
  const { providerOptions } = payload
  const options = isObject(providerOptions) ? Object.values(providerOptions) : []
  return [payload, ...options.filter(item => isObject(item))].flatMap(fields =>
    Object.entries(fields).flatMap(([key, item]) => {
      const isSealed = isSealedField(key) || otherSeals.has(key)
      return typeof item === 'string' && (isSealed || (key === 'data' && sealedData.has(fields.type)))
        ? [item]
        : []
    }),
  )
}

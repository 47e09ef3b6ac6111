import type { Block } from '../../../ir/block.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import { isSignature } from '../../gemini/write/wire.ts'
import { isFilledText, optionsUnder } from '../rows/options.ts'
import type { PackageRow } from '../rows/packages.ts'

/**
 * Checks of seals (signatures or ids that prove which provider made reasoning), by option name. A seal without a check
 * must be a non-empty text.
 */
const valid: Readonly<Record<string, (value: unknown) => boolean>> = {
  thoughtSignature: isSignature,
  itemId: value => isFilledText(value) && value.startsWith('rs_'),
  reasoning_details: value => Array.isArray(value) && value.length > 0,
}

const isSeal = (name: string, value: unknown): boolean => (valid[name] ?? isFilledText)(value)

/** Whether a part has a seal, under one of the option names that a package reads. */
function holdsSeal(part: object, { options, reasoning: { seals = [] } }: PackageRow): boolean {
  const own = optionsUnder(part, options)
  return own !== null && seals.some(name => isSeal(name, own[name]))
}

/**
 * Whether a package sends a reasoning part. `others` contains the fields of the answer's other parts and of its
 * message.
 */
export function isReasoningSent(part: object, reader: PackageRow, others: readonly object[] = []): boolean {
  const { form, answerSeals } = reader.reasoning
  if (form !== 'sealed') return form === 'text'
  return holdsSeal(part, reader) || (answerSeals === true && others.some(other => holdsSeal(other, reader)))
}

/**
 * Returns a reasoning part with its seal under the name that a package reads, if another package stored the seal and
 * the package's host accepts it. Otherwise returns the part unchanged.
 */
export function renamedSeal(item: JsonObject, reader: PackageRow): JsonObject {
  const { options, reasoning } = reader
  if (holdsSeal(item, reader)) return item
  for (const [seal, names] of Object.entries(reasoning.also ?? {})) {
    const value = optionsUnder(item, names)?.[seal]
    const [name] = options
    if (name !== undefined && isSeal(seal, value))
      return { ...item, providerOptions: { [name]: { [seal]: value as string } } }
  }
  return item
}

/** Returns the fields of an answer's parts and messages. Each object may contain provider options. */
export const fieldsOfItems = ({ items }: Block): readonly object[] =>
  items.flatMap(({ part, envelope }) => {
    const { extra, native, payload } = part as {
      readonly extra?: { readonly fields: object }
      readonly native?: { readonly payload: object }
      readonly payload?: unknown
    }
    return [extra?.fields, native?.payload, payload, envelope?.fields].filter(isObject)
  })

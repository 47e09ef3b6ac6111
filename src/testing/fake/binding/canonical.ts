import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isFields } from '../shape.ts'

/** Returns the first 64 bits of the SHA-256 of a text or of bytes, in hexadecimal. */
export const digestOf = (data: string | Uint8Array): string =>
  bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data).subarray(0, 8))

/** Returns the JSON text of a value, with sorted keys unless the order of keys matters. */
export const stableJSON = (value: unknown, isSorted: boolean): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isSorted && isFields(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : Number(a > b))))
      : inner,
  ) ?? 'null'

/**
 * Fields that a comparison treats specially. Those in `fields` are ignored. Those in `data` hold an app's own data,
 * so nothing inside them is ignored.
 */
export interface Ignored {
  readonly fields: readonly string[]
  readonly data: readonly string[]
}

/** Returns a value without ignored fields and without null fields, for a comparison. */
export const withoutIgnoredFields = (value: unknown, ignored: Ignored): unknown => {
  if (Array.isArray(value)) return value.map(item => withoutIgnoredFields(item, ignored))
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => inner !== null && !ignored.fields.includes(key))
      .map(([key, inner]) => [
        key,
        ignored.data.includes(key) ? inner : withoutIgnoredFields(inner, ignored),
      ]),
  )
}

import type { Extra, Native } from '../../ir/extra.ts'
import type { Tag } from '../../ir/text.ts'
import type { ChangeValue } from './change.ts'
import { isWithheld } from './change.ts'

/** Returns an object with other field values, or the object itself if none differs. */
export function withFields<Whole extends object>(
  whole: Whole,
  fields: { readonly [Key in keyof Whole]?: Whole[Key] | undefined },
): Whole {
  const entries = Object.entries(fields).filter(([key, value]) => value !== whole[key as keyof Whole])
  return entries.length === 0 ? whole : { ...whole, ...Object.fromEntries(entries) }
}

/** Returns a part's `extra` fields, which belong to another format, without protected values. */
export const redactExtra = (extra: Extra | undefined, change: ChangeValue): Extra | undefined =>
  extra && withFields(extra, { fields: change(extra.fields, 'data') })

/**
 * Returns a tag without protected values. A name in a tag cannot be changed. So if the tag's own name contains a
 * protected value, the tag is dropped; if an attribute's name does, the attribute is dropped.
 */
export function redactTag(tag: Tag | undefined, change: ChangeValue): Tag | undefined {
  if (tag === undefined || change(tag.name, 'name') !== tag.name) return undefined
  const { attributes } = tag
  if (attributes === undefined) return tag
  const kept = Object.entries(attributes)
    .filter(([key]) => change(key, 'name') === key)
    .map(([key, text]) => [key, change(text, 'data')] as const)
  const isSame =
    kept.length === Object.keys(attributes).length && kept.every(([key, text]) => attributes[key] === text)
  return isSame ? tag : { ...tag, attributes: Object.fromEntries(kept) }
}

/** Returns a provider's own item without protected values; undefined if part of it could not be checked. */
export function redactNative(native: Native | undefined, change: ChangeValue): Native | undefined {
  if (native === undefined) return undefined
  const payload = change(native.payload, 'copy')
  return isWithheld(payload) ? undefined : withFields(native, { payload })
}

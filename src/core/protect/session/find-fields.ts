import { jsonContainer } from './json-container.ts'
import { fieldsInText } from './json-fields.ts'
import type { FoundPlace } from './place.ts'

/** Values of the listed fields. */
export interface FieldFinds {
  /** Values that are complete. If a text was cut inside a value, only `places` has that value. */
  readonly values: readonly string[]
  /**
   * Places of values, by text, for texts in which JSON is embedded: JSON next to other words, JSON that was cut, or
   * JSON inside a JSON string.
   */
  readonly places: ReadonlyMap<string, readonly FoundPlace[]>
}

/** Returns the values of listed fields in JSON values, at any depth, and in JSON inside texts. */
export function findFields(values: readonly unknown[], names: readonly string[]): FieldFinds {
  const found: string[] = []
  const places = new Map<string, readonly FoundPlace[]>()
  if (names.length === 0) return { values: found, places }
  const listed = new Set(names)
  // An explicit stack, because a value may be nested more deeply than the call stack allows.
  const left = values.map(value => ({ value, isListed: false })).reverse()
  const seen = { listed: new Set<unknown>(), other: new Set<unknown>() }
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, isListed } = next
    if (isListed && (typeof value === 'string' || typeof value === 'number')) {
      if (String(value) !== '') found.push(String(value))
    } else if (typeof value === 'string' && !places.has(value)) {
      const container = jsonContainer(value)
      if (container !== null) left.push({ value: container, isListed: false })
      else {
        const inText = fieldsInText(value, listed)
        if (inText.length > 0) places.set(value, inText)
        for (const { isCut, value: one } of inText) if (!isCut) found.push(one)
      }
    } else if (typeof value === 'object' && value !== null) {
      const known = isListed ? seen.listed : seen.other
      if (known.has(value)) continue
      known.add(value)
      for (const [key, inner] of Object.entries(value).reverse())
        left.push({ value: inner, isListed: isListed || (!Array.isArray(value) && listed.has(key)) })
    }
  }
  return { values: found, places }
}

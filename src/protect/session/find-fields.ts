import { jsonContainer } from './json-container.ts'

/** Returns what fields of JSON values hold whose names are listed, at any depth, and inside of texts that are JSON. */
export function findFields(values: readonly unknown[], names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  const found: string[] = []
  // A list to be worked off, since a value may be nested more deeply than calls can be.
  const left = values.map(value => ({ value, isListed: false })).reverse()
  const seen = { listed: new Set<unknown>(), other: new Set<unknown>() }
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value, isListed } = next
    if (typeof value === 'string' || typeof value === 'number') {
      if (isListed && String(value) !== '') found.push(String(value))
      else if (typeof value === 'string') left.push({ value: jsonContainer(value), isListed: false })
    } else if (typeof value === 'object' && value !== null) {
      const known = isListed ? seen.listed : seen.other
      if (known.has(value)) continue
      known.add(value)
      for (const [key, inner] of Object.entries(value).reverse())
        left.push({ value: inner, isListed: isListed || (!Array.isArray(value) && names.includes(key)) })
    }
  }
  return found
}

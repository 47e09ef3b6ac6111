import { setOwnKey } from './json.ts'

/** Makes a text valid UTF-8, as providers require: U+FFFD replaces each lone surrogate, so offsets do not change. */
export const wellFormed = (text: string): string => text.toWellFormed()

/**
 * Whether every string and key of a JSON value is valid UTF-8. The value must not be nested too deeply for recursion.
 */
export function isWellFormedJson(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, item]) => key.isWellFormed() && isWellFormedJson(item))
}

/** Returns a deep copy of a JSON value in which all strings and keys are valid UTF-8. */
export function copyJson<T>(value: T): T {
  return copyWellFormed(value) as T
}

function copyWellFormed(value: unknown): unknown {
  if (typeof value === 'string') return wellFormed(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyWellFormed)
  const copy = {}
  for (const [key, item] of Object.entries(value)) setOwnKey(copy, wellFormed(key), copyWellFormed(item))
  return copy
}

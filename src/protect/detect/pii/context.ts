import type { Reader } from '../reader.ts'

/** Whether one of some words is in the `reach` characters before a place. */
export function hasWordBefore(
  reader: Reader,
  start: number,
  words: readonly string[],
  reach: number,
): boolean {
  const from = Math.max(0, start - reach)
  reader.steps += start - from
  const before = reader.text.slice(from, start).toLowerCase()
  return words.some(one => before.includes(one))
}

import type { AheadReader } from '../reader.ts'

/** Whether one of the words is in the `reach` characters before a place, not counting a bracket that closes there. */
export function hasWordBefore(
  reader: AheadReader,
  start: number,
  words: readonly string[],
  reach: number,
): boolean {
  const before = reader.before(start, reach).toLowerCase()
  const near = before.slice(before.lastIndexOf(']') + 1)
  return words.some(one => near.includes(one))
}

import type { AheadReader } from '../reader.ts'

/**
 * Whether one of the words occurs within `reach` characters before an index. Text before the last `]` does not count.
 */
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

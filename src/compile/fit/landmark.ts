import type { UnitTable } from '../../session/unit/unit-table.ts'

/**
 * Returns how far apart the places are between which a unit lies: the highest power of two of whose multiples one is
 * within the unit, where places are counted in content from the beginning of the log. What is appended changes none.
 *
 * Whoever takes the unit of the highest rank among neighbours takes the same one again until it is too old, and one
 * that is older, never newer, when there is room for more.
 */
export function landmarkRank(rows: UnitTable, ordinal: number): number {
  const from = rows.contentBefore(ordinal)
  const to = ordinal + 1 < rows.length ? rows.contentBefore(ordinal + 1) : from + 1
  if (from === 0) return 32
  // The highest bit in which the two ends differ: only there a multiple can lie between them.
  return 31 - Math.clz32((from - 1) ^ (to - 1))
}

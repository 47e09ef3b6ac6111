import type { UnitTable } from '../../session/unit/unit-table.ts'

/**
 * Returns the landmark rank of a conversation unit: the exponent of the largest power of two that has a multiple within
 * the unit. Positions are measured in content from the beginning of the log, so appended events do not change ranks.
 *
 * A history begins at the highest-ranked unit of a range. While the range moves on, this unit stays the highest until
 * it leaves the range. If the range is extended to older units, the beginning moves to an older unit, never to a newer
 * one.
 */
export function landmarkRank(rows: UnitTable, ordinal: number): number {
  const from = rows.contentBefore(ordinal)
  const to = ordinal + 1 < rows.length ? rows.contentBefore(ordinal + 1) : from + 1
  if (from === 0) return 32
  // The highest bit in which the start and the end of the unit differ is the largest power of two that has a multiple
  // between them.
  return 31 - Math.clz32((from - 1) ^ (to - 1))
}

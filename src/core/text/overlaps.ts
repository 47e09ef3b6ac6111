/** Range of a text, found by a search. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** Range of a find, without the part that an earlier range covers. */
export type PlacedFind<T extends TextRange> = T & {
  /** Whether the range overlapped an earlier one and was reduced. */
  readonly partial?: true
}

/** Compares ranges for sorting: by start, then the longest first. */
export const byPlace = (a: TextRange, b: TextRange): number => a.start - b.start || b.end - a.end

/** Returns sorted ranges without those that lie inside an earlier one. */
export function dropInnerRanges<T extends TextRange>(finds: readonly T[]): T[] {
  let covered = 0
  return finds.filter(({ end }) => {
    const isOutside = end > covered
    if (isOutside) covered = end
    return isOutside
  })
}

/**
 * Makes sorted ranges disjoint, one after another. The first range at a position stays whole. A later range keeps only
 * the part that no earlier range covers. So all ranges together still cover the same text.
 */
export class Disjoint<T extends TextRange> {
  /** End of the text covered so far. */
  covered = 0

  /** Returns the part of a range that is not covered yet; undefined if there is none. */
  takeUncovered(find: T): PlacedFind<T> | undefined {
    if (find.end <= this.covered) return undefined
    const start = Math.max(find.start, this.covered)
    this.covered = find.end
    return start === find.start ? find : { ...find, start, partial: true }
  }
}

/** Range with what was found there. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

/** Find that keeps only the part that no earlier find covers. */
export type PlacedFind<T extends TextRange> = T & {
  /** Whether the find overlaps an earlier one, and only its rest is given. */
  readonly partial?: true
}

/** Order of finds: by beginning, the longest first. */
export const byPlace = (a: TextRange, b: TextRange): number => a.start - b.start || b.end - a.end

/** Returns finds in order without those that lie within an earlier one. */
export function outermost<T extends TextRange>(finds: readonly T[]): T[] {
  let covered = 0
  return finds.filter(({ end }) => {
    const isOutside = end > covered
    if (isOutside) covered = end
    return isOutside
  })
}

/**
 * Makes finds in order disjoint, one after another: the first at a place is kept whole, and one that reaches beyond it
 * keeps its rest, so that together they cover all that was found.
 */
export class Disjoint<T extends TextRange> {
  /** End of what is covered. */
  covered = 0

  /** Returns the part of a find that is not covered; undefined if there is none. */
  place(find: T): PlacedFind<T> | undefined {
    if (find.end <= this.covered) return undefined
    const start = Math.max(find.start, this.covered)
    this.covered = find.end
    return start === find.start ? find : { ...find, start, partial: true }
  }
}

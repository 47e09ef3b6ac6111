/**
 * Number of distinct counts in a posting. Higher counts are lowered to the highest, because the difference would not
 * visibly change a score.
 */
const counts = 256

/** Returns the unit of a posting. There are at most 16 million units, so that a posting fits into 32 bits. */
export const unitOfPosting = (posting: number): number => posting >>> 8

/** Returns how often a term occurs in the posting's unit. */
export const countInPosting = (posting: number): number => posting & 0xff

/** Returns the index of the first posting whose unit is `ordinal` or a later unit. */
function indexFromUnit(list: readonly number[], ordinal: number): number {
  const wanted = ordinal * counts
  if (list.length === 0 || (list[list.length - 1] as number) < wanted) return list.length
  let low = 0
  for (let high = list.length; low < high; ) {
    const middle = (low + high) >>> 1
    if ((list[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Postings of each term: the units that contain the term, and how often each contains it. The postings of a term are a
 * list of numbers, oldest unit first.
 */
export class Postings {
  private readonly numbers = new Map<string, number>()
  private readonly lists: number[][] = []

  /** Returns the number that identifies a term. A unit stores this number in place of the term. */
  termNumberOf(term: string): number {
    const known = this.numbers.get(term)
    if (known !== undefined) return known
    this.numbers.set(term, this.lists.length)
    return this.lists.push([]) - 1
  }

  /** Returns the postings of a term, oldest unit first. */
  postingsOfTerm(term: string): readonly number[] {
    const number = this.numbers.get(term)
    return number === undefined ? [] : (this.lists[number] as number[])
  }

  add(term: number, ordinal: number, count: number): void {
    const list = this.lists[term] as number[]
    const posting = ordinal * counts + Math.min(count, counts - 1)
    const place = indexFromUnit(list, ordinal)
    if (place === list.length) list.push(posting)
    else list.splice(place, 0, posting)
  }

  remove(term: number, ordinal: number): void {
    const list = this.lists[term] as number[]
    list.splice(indexFromUnit(list, ordinal), 1)
  }
}

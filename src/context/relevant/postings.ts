/** Number of counts that a posting has room for; more would change no score that anyone could see. */
const counts = 256

/** The unit of a posting: of 16 million units at the most, so that whole numbers of 32 bits hold them. */
export const unitOf = (posting: number): number => posting >>> 8

/** Returns how often the unit of a posting holds its term. */
export const countOf = (posting: number): number => posting & 0xff

/** The index of the first posting of a unit or of a later one. */
function placeOf(list: readonly number[], ordinal: number): number {
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

/** Units that hold each term, and how often: for each term one list of numbers, the oldest unit first. */
export class Postings {
  private readonly numbers = new Map<string, number>()
  private readonly lists: number[][] = []

  /** A number for a term, by which units may remember it. */
  numberOf(term: string): number {
    const known = this.numbers.get(term)
    if (known !== undefined) return known
    this.numbers.set(term, this.lists.length)
    return this.lists.push([]) - 1
  }

  /** The postings of a term, the oldest unit first. */
  of(term: string): readonly number[] {
    const number = this.numbers.get(term)
    return number === undefined ? [] : (this.lists[number] as number[])
  }

  add(term: number, ordinal: number, count: number): void {
    const list = this.lists[term] as number[]
    const posting = ordinal * counts + Math.min(count, counts - 1)
    const place = placeOf(list, ordinal)
    if (place === list.length) list.push(posting)
    else list.splice(place, 0, posting)
  }

  remove(term: number, ordinal: number): void {
    const list = this.lists[term] as number[]
    list.splice(placeOf(list, ordinal), 1)
  }
}

const [quote, backslash] = [0x22, 0x5c]

/**
 * Double quotes of a text, and the JSON strings that they may delimit. The level of a quote is the number of times its
 * JSON was written into another JSON string. At level 0 no backslash precedes the quote, at level 1 one, at level 2
 * three.
 */
export class Quotes {
  /** Indexes of the quotes in the text. */
  readonly places: readonly number[]
  readonly levels: readonly number[]
  /**
   * For each quote, the index of the next quote of the same or a lower level. A string that begins at the quote ends
   * there.
   */
  private readonly ends: readonly number[]
  private readonly length: number

  constructor(text: string) {
    const places: number[] = []
    const levels: number[] = []
    let slashes = 0
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      if (unit === quote) {
        places.push(at)
        levels.push(levelOf(slashes))
      }
      slashes = unit === backslash ? slashes + 1 : 0
    }
    this.places = places
    this.levels = levels
    this.ends = nextQuoteIndexes(levels)
    this.length = text.length
  }

  /**
   * Returns the quote that closes the string opened by another quote; null if the text, or an outer string, ends first.
   */
  closing(index: number): number | null {
    const end = this.ends[index] as number
    return this.levels[end] === this.levels[index] ? end : null
  }

  /** Returns the index at which a string's content ends, before the backslashes of its closing quote. */
  contentEnd(index: number): number {
    const end = this.ends[index] as number
    return end === this.places.length
      ? this.length
      : (this.places[end] as number) - backslashCount(this.levels[end] as number)
  }
}

/** Returns the number of backslashes before a quote of a level. */
export const backslashCount = (level: number): number => 2 ** level - 1

/**
 * Returns the level of a quote that has this number of backslashes before it: 0 for none, 1 for one, 2 for three. The
 * level is the number of trailing zero bits in the number plus one.
 */
const levelOf = (slashes: number): number => 31 - Math.clz32((slashes + 1) & -(slashes + 1))

/** Returns, for each quote, the index of the next quote of the same or a lower level; the number of quotes for none. */
function nextQuoteIndexes(levels: readonly number[]): readonly number[] {
  const ends = new Array<number>(levels.length)
  const open: number[] = []
  for (const [index, level] of levels.entries()) {
    while (open.length > 0 && (levels[open.at(-1) as number] as number) >= level)
      ends[open.pop() as number] = index
    open.push(index)
  }
  for (const index of open) ends[index] = levels.length
  return ends
}

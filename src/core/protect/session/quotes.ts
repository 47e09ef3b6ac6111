const [quote, backslash] = [0x22, 0x5c]

/**
 * Double quotes of a text, and the strings of JSON that they may delimit. The level of a quote is how often its JSON was itself
 * written into a string: at level 0 it has no backslash before it, at level 1 one, at level 2 three.
 */
export class Quotes {
  /** Places of the quotes. */
  readonly places: readonly number[]
  readonly levels: readonly number[]
  /** By quote, the next one of the same level or below, which ends a string that begins with it. */
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
    this.ends = endsOf(levels)
    this.length = text.length
  }

  /** Returns the quote that closes the string which another one opens; null if the text, or an outer string, ends first. */
  closing(index: number): number | null {
    const end = this.ends[index] as number
    return this.levels[end] === this.levels[index] ? end : null
  }

  /** Returns where the content of a string ends, before the backslashes of the quote there. */
  contentEnd(index: number): number {
    const end = this.ends[index] as number
    return end === this.places.length
      ? this.length
      : (this.places[end] as number) - slashesAt(this.levels[end] as number)
  }
}

/** Number of backslashes before a quote of a level. */
export const slashesAt = (level: number): number => 2 ** level - 1

/** Returns the level of a quote behind backslashes: how often they can be halved, each time with one left over. */
const levelOf = (slashes: number): number => 31 - Math.clz32((slashes + 1) & -(slashes + 1))

/** Returns, by quote, the next one of the same level or below; the number of quotes if there is none. */
function endsOf(levels: readonly number[]): readonly number[] {
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

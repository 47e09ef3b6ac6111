import type { TokenKind } from './tally.ts'

/** Words that occur in nearly every English sentence, and hardly in any other language. */
const english =
  'the and that with for this from you your are not have has was to of it be by if is on or we will can which would when'

/** Number of letters of the longest of the English words. */
const most = 5

/** Returns a word of a few letters as one number. */
const wordAsNumber = (bytes: ArrayLike<number>, start: number, end: number): number => {
  let number = 0
  for (let at = start; at < end; at++) number = number * 128 + ((bytes[at] as number) | 0x20)
  return number
}
const known = new Set(
  english.split(' ').map(word => wordAsNumber(new TextEncoder().encode(word), 0, word.length)),
)

/** Minimum number of consecutive words that count as another language, if none of them is a common English word. */
const shortest = 12

/** Signs that occur in sentences. Any other sign ends a row of words, because it indicates code or JSON. */
const ofSentences = new Set([..." ,.!?'-:\n\r"].map(sign => sign.charCodeAt(0)))

const space = 0x20

/** Finder of words of other languages in Latin letters: long rows of words without a common English word. */
export class ForeignWords {
  private readonly row: [word: number, fragment: number] = [0, 0]
  private words = 0
  private readonly found: Record<TokenKind, number>

  constructor(found: Record<TokenKind, number>) {
    this.found = found
  }

  addWordPiece(kind: TokenKind, bytes: Uint8Array, start: number, end: number, tokens: number): void {
    if (kind === 'accented') this.words += 1
    else if (kind !== 'word' && kind !== 'fragment') this.addSigns(bytes, start, end)
    else {
      const first = bytes[start] === space ? start + 1 : start
      if (end - first <= most && known.has(wordAsNumber(bytes, first, end))) return this.endRow()
      this.row[kind === 'word' ? 0 : 1] += tokens
      this.words += 1
    }
  }

  /** Ends the current row of words, and counts its tokens as foreign if the row is long enough. */
  endRow(): void {
    if (this.words >= shortest) {
      this.found.word += this.row[0]
      this.found.fragment += this.row[1]
    }
    this.row[0] = 0
    this.row[1] = 0
    this.words = 0
  }

  private addSigns(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; at++) if (!ofSentences.has(bytes[at] as number)) return this.endRow()
  }
}

import type { Encoding } from '../ir/model.ts'
import { charClasses } from './char-class.ts'
import { hashOf } from './hash.ts'
import { Merger } from './merge.ts'
import { type Merged, mergeLong } from './merge-long.ts'
import { NoiseFinder } from './noise.ts'
import { longestRemembered, PieceCache } from './piece-cache.ts'
import { cl100kPieceEnd, o200kPieceEnd, type PieceEnd } from './pieces.ts'
import { stretchEnd } from './stretch.ts'
import { addBytes, emptyTally, type Tally, tokenKind } from './tally.ts'
import { Vocabulary } from './vocabulary.ts'

const pieceEnds: Record<Encoding, PieceEnd> = { o200k_base: o200kPieceEnd, cl100k_base: cl100kPieceEnd }

const encoder = new TextEncoder()
/** Number of extra bytes in the buffer, because bytes are read four at a time. */
const padding = 4

/** Text as UTF-8, in a buffer that extends past the text's end. A lone surrogate becomes U+FFFD. */
export interface Bytes {
  readonly bytes: Uint8Array
  readonly view: DataView
  /** End of the text, in bytes. */
  readonly end: number
}

/** Callback for each piece of a text; returns `false` to stop. */
export type Visit = (start: number, end: number, tokens: number) => boolean

/** Counter of one encoding: cuts a text into pieces and counts the tokens of each. */
export class Engine {
  private readonly pieceEnd: PieceEnd
  private readonly classes = charClasses()
  private readonly vocabulary: Vocabulary
  private readonly merger: Merger
  private readonly cache = new PieceCache()
  private readonly scratch = new Uint8Array(3 * (1 << 14) + padding)
  private readonly scratchView = new DataView(this.scratch.buffer)

  constructor(encoding: Encoding, ranks: Uint8Array) {
    this.pieceEnd = pieceEnds[encoding]
    this.vocabulary = new Vocabulary(ranks)
    this.merger = new Merger(this.vocabulary)
  }

  /** Counts the tokens of a text, but stops at the limit. The result for a longer text is above the limit. */
  count(text: string, limit: number): number {
    // No token has more bytes than `longest`, and each UTF-16 unit is at least one byte. So the length alone may prove
    // that the text exceeds the limit.
    if (text.length > (limit + 1) * this.vocabulary.longest) return limit + 1
    let tokens = 0
    for (let from = 0; from < text.length && tokens <= limit; ) {
      const to = stretchEnd(text, from)
      tokens += this.countStretch(to - from === text.length ? text : text.slice(from, to), limit - tokens)
      from = to
    }
    return tokens
  }

  /** Counts the tokens of a text by kind. */
  tallyTokens(text: string): Tally {
    const tally = emptyTally()
    const noise = new NoiseFinder(tally.noise)
    for (let from = 0; from < text.length; ) {
      const to = stretchEnd(text, from)
      const source = this.bytesOf(text.slice(from, to))
      this.visitPieces(source, (start, end, tokens) => {
        const kind = tokenKind(source.bytes, start, end, tokens === 1, this.classes)
        tally.tokens[kind] += tokens
        addBytes(tally, kind, source.bytes, start, end)
        noise.add(kind, source.bytes, start, end, tokens)
        return true
      })
      from = to
    }
    noise.endText()
    return tally
  }

  /** Calls `visit` for each piece of a text. */
  visitPieces({ bytes, view, end }: Bytes, visit: Visit): void {
    for (let start = 0; start < end; ) {
      const next = this.pieceEnd(bytes, start, end, this.classes)
      if (!visit(start, next, this.countPiece(bytes, view, start, next - start))) return
      start = next
    }
  }

  /** Returns the tokens of a piece that is not a single token. */
  mergePiece({ bytes, view }: Bytes, start: number, length: number): Merged {
    return mergeLong(this.vocabulary, bytes, view, start, length)
  }

  /** Returns a text as bytes, which are valid until the next call. */
  bytesOf(text: string): Bytes {
    if (text.length * 3 + padding <= this.scratch.length)
      return {
        bytes: this.scratch,
        view: this.scratchView,
        end: encoder.encodeInto(text, this.scratch).written,
      }
    const bytes = new Uint8Array(text.length * 3 + padding)
    return { bytes, view: new DataView(bytes.buffer), end: encoder.encodeInto(text, bytes).written }
  }

  private countStretch(text: string, limit: number): number {
    const { bytes, view, end } = this.bytesOf(text)
    const { pieceEnd, classes } = this
    let tokens = 0
    for (let start = 0; start < end && tokens <= limit; ) {
      const next = pieceEnd(bytes, start, end, classes)
      // The length of a piece may already show that it has too many tokens. Then its bytes are not merged.
      const fewest = Math.ceil((next - start) / this.vocabulary.longest)
      tokens += fewest > limit - tokens ? fewest : this.countPiece(bytes, view, start, next - start)
      start = next
    }
    return tokens
  }

  private countPiece(bytes: Uint8Array, view: DataView, start: number, length: number): number {
    // Every single byte is a token.
    if (length === 1) return 1
    if (length === 2) return this.vocabulary.rankOfPair(bytes, start) < 0 ? 2 : 1
    const hash = hashOf(view, start, length)
    if (this.vocabulary.findRank(hash, view, start, length) >= 0) return 1
    if (length > longestRemembered) return this.merger.count(bytes, view, start, length)
    const known = this.cache.get(hash, view, start, length)
    if (known > 0) return known
    const tokens = this.merger.count(bytes, view, start, length)
    this.cache.set(hash, bytes, start, length, tokens)
    return tokens
  }
}

import type { Encoding } from '../ir/model.ts'
import { charClasses } from './char-class.ts'
import { hashOf, readable } from './hash.ts'
import { Merger } from './merge.ts'
import { type Merged, mergeLong } from './merge-long.ts'
import { NoiseFinder } from './noise.ts'
import { PieceCache } from './piece-cache.ts'
import { cl100kPieceEnd, o200kPieceEnd, type PieceEnd } from './pieces.ts'
import { Ring } from './ring.ts'
import { isRemembered, Segments, segmentEnd } from './segments.ts'
import { stretchEnd } from './stretch.ts'
import { addBytes, emptyTally, type Tally, tokenKind } from './tally.ts'
import { Vocabulary } from './vocabulary.ts'

const pieceEnds: Record<Encoding, PieceEnd> = { o200k_base: o200kPieceEnd, cl100k_base: cl100kPieceEnd }

const encoder = new TextEncoder()

/** Text as UTF-8, followed by 0, in a buffer that extends past the text's end. A lone surrogate becomes U+FFFD. */
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
  private readonly vocabulary: Vocabulary
  private readonly merger: Merger
  private readonly ring = new Ring()
  private readonly cache = new PieceCache(this.ring)
  private readonly segments = new Segments(this.ring)
  private readonly scratch = new Uint8Array(3 * (1 << 14) + readable)
  private readonly scratchView = new DataView(this.scratch.buffer)

  constructor(encoding: Encoding, vocabulary: Uint8Array) {
    this.pieceEnd = pieceEnds[encoding]
    this.vocabulary = new Vocabulary(vocabulary)
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
        const kind = tokenKind(source.bytes, start, end, tokens === 1, charClasses())
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
      const next = this.pieceEnd(bytes, start, end)
      if (!visit(start, next, this.countPiece(bytes, view, start, next - start))) return
      start = next
    }
  }

  /** Returns the tokens of a piece that is not a single token. */
  mergePiece({ view }: Bytes, start: number, length: number): Merged {
    return mergeLong(this.vocabulary, view, start, length)
  }

  /** Returns a text as bytes, which are valid until the next call. */
  bytesOf(text: string): Bytes {
    const size = text.length * 3 + readable
    const bytes = size <= this.scratch.length ? this.scratch : new Uint8Array(size)
    const view = bytes === this.scratch ? this.scratchView : new DataView(bytes.buffer)
    const end = encoder.encodeInto(text, bytes).written
    bytes[end] = 0
    return { bytes, view, end }
  }

  private countStretch(text: string, limit: number): number {
    const { bytes, view, end } = this.bytesOf(text)
    let tokens = 0
    for (let start = 0; start < end && tokens <= limit; ) {
      const to = segmentEnd(bytes, start, end)
      tokens += isRemembered(to - start)
        ? this.countSegment(bytes, view, start, to, end, limit - tokens)
        : this.countPieces(bytes, view, start, to, end, limit - tokens)
      start = to
    }
    return tokens
  }

  private countSegment(
    bytes: Uint8Array,
    view: DataView,
    start: number,
    to: number,
    end: number,
    limit: number,
  ): number {
    const hash = hashOf(view, start, to - start)
    const known = this.segments.get(hash, view, start, to)
    if (known > 0) return known
    const tokens = this.countPieces(bytes, view, start, to, end, limit)
    if (tokens <= limit) this.segments.set(hash, view, start, to, tokens)
    return tokens
  }

  /** Counts the tokens of a part of a text that begins and ends at a seam; `end` is the end of the text. */
  private countPieces(
    bytes: Uint8Array,
    view: DataView,
    from: number,
    to: number,
    end: number,
    limit: number,
  ): number {
    const { pieceEnd } = this
    const { longest } = this.vocabulary
    let tokens = 0
    for (let start = from; start < to && tokens <= limit; ) {
      const next = pieceEnd(bytes, start, end)
      // The length of a piece may already show that it has too many tokens. Then its bytes are not merged.
      if (next - start > (limit - tokens) * longest) return limit + 1
      tokens += this.countPiece(bytes, view, start, next - start)
      start = next
    }
    return tokens
  }

  private countPiece(bytes: Uint8Array, view: DataView, start: number, length: number): number {
    // Every single byte is a token.
    if (length === 1) return 1
    if (length === 2) return this.vocabulary.rankOfPair(view, start) < 0 ? 2 : 1
    return this.cache.get(view, start, length) || this.countUnknown(bytes, view, start, length)
  }

  private countUnknown(bytes: Uint8Array, view: DataView, start: number, length: number): number {
    const isToken = this.vocabulary.rank(view, start, length) >= 0
    const tokens = isToken ? 1 : this.merger.count(bytes, view, start, length)
    this.cache.set(view, start, length, tokens)
    return tokens
  }
}

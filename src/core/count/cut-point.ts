import { characterEnd, characterStart } from './character.ts'
import type { Bytes, Engine } from './engine.ts'
import { stretchEnd, stretchStart } from './stretch.ts'

/** Number of UTF-16 units per token that the first attempt assumes; most text has fewer. */
const unitsPerToken = 8

/** Returns a length for which `part(length)` has more tokens than the limit; the length of the text if no part has. */
function lengthBeyondLimit(
  engine: Engine,
  text: string,
  limit: number,
  part: (length: number) => string,
): number {
  let reach = (limit + 1) * unitsPerToken
  while (reach < text.length && engine.count(part(reach), limit) <= limit) reach *= 2
  return Math.min(reach, text.length)
}

/** Returns the end of the longest beginning of a text within a token limit; shorter only if tokens merge at the cut. */
export function headEnd(engine: Engine, text: string, limit: number): number {
  const end = lengthBeyondLimit(engine, text, limit, length => text.slice(0, length))
  const part = text.slice(0, end)
  let from = 0
  for (let left = limit; from < end; ) {
    const to = stretchEnd(part, from)
    const stretch = part.slice(from, to)
    const tokens = engine.count(stretch, left)
    if (tokens > left) {
      const fits = (at: number): boolean => engine.count(text.slice(from, at), left) <= left
      return moveCutUntilFits(
        from + headOfStretch(engine, stretch, left),
        -1,
        from,
        at => characterStart(text, at),
        fits,
      )
    }
    left -= tokens
    from = to
  }
  return from
}

/** Returns the start of the longest ending of a text within a token limit. */
export function tailStart(engine: Engine, text: string, limit: number): number {
  const start =
    text.length - lengthBeyondLimit(engine, text, limit, length => text.slice(text.length - length))
  const part = text.slice(start)
  let to = part.length
  for (let left = limit; to > 0; ) {
    const from = stretchStart(part, to)
    const stretch = part.slice(from, to)
    const tokens = engine.count(stretch, left)
    if (tokens > left) {
      const end = start + to
      const fits = (at: number): boolean => engine.count(text.slice(at, end), left) <= left
      return moveCutUntilFits(
        start + from + tailOfStretch(engine, stretch, left),
        1,
        end,
        at => characterEnd(text, at),
        fits,
      )
    }
    left -= tokens
    to = from
  }
  return start
}

/**
 * Moves a cut until the text fits. A piece that is cut may have more tokens than before. The cut moves three times by
 * one character (digits come in groups of three), then twice as far each time.
 */
function moveCutUntilFits(
  first: number,
  way: 1 | -1,
  last: number,
  character: (at: number) => number,
  fits: (at: number) => boolean,
): number {
  let at = character(first)
  for (let tries = 0; at !== last && !fits(at); tries++) {
    const next = at + way * (tries < 3 ? 1 : 2 ** (tries - 2))
    at = character(way > 0 ? Math.min(next, last) : Math.max(next, last))
  }
  return at
}

/** Returns the length in UTF-16 units of the first `limit` tokens of a stretch of text. */
function headOfStretch(engine: Engine, stretch: string, limit: number): number {
  const source = engine.bytesOf(stretch)
  let left = limit
  let cut = 0
  engine.visitPieces(source, (start, end, tokens) => {
    if (tokens <= left) {
      left -= tokens
      cut = end
      return true
    }
    cut = start + (partEnds(engine, source, start, end)[left - 1] ?? 0)
    return false
  })
  return unitsBefore(source, cut)
}

/** Returns the length in UTF-16 units of a stretch of text without its last `limit` tokens. */
function tailOfStretch(engine: Engine, stretch: string, limit: number): number {
  const source = engine.bytesOf(stretch)
  const pieces: { start: number; end: number; tokens: number }[] = []
  engine.visitPieces(source, (start, end, tokens) => {
    pieces.push({ start, end, tokens })
    return true
  })
  let left = limit
  let index = pieces.length - 1
  for (; index >= 0 && (pieces[index] as { tokens: number }).tokens <= left; index--)
    left -= (pieces[index] as { tokens: number }).tokens
  const { start, end } = pieces[index] as { start: number; end: number }
  const ends = partEnds(engine, source, start, end)
  return unitsBefore(source, start + (ends[ends.length - left - 1] as number))
}

/** Returns the end of each token of a piece, in bytes from the start of the piece. */
function partEnds(engine: Engine, source: Bytes, start: number, end: number): number[] {
  const { next } = engine.mergePiece(source, start, end - start)
  const ends: number[] = []
  for (let at = 0; at < end - start; ) {
    at = next[at] as number
    ends.push(at)
  }
  return ends
}

/** Returns the number of UTF-16 units before a byte, not counting a character that contains the byte. */
function unitsBefore({ bytes }: Bytes, at: number): number {
  let start = at
  while (start > 0 && ((bytes[start] as number) & 0xc0) === 0x80) start--
  let units = 0
  for (let index = 0; index < start; index++) {
    const byte = bytes[index] as number
    if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1
  }
  return units
}

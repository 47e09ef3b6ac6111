import type { TextPieces } from './pieces.ts'

/**
 * Ranks of pieces of a text by importance; 0 is the most important. If room is left, `dull` pieces are added before
 * pieces of rank `last`. Pieces of rank `never` add no information and are always dropped.
 */
export const rank = { must: 0, high: 1, middle: 2, low: 3, dull: 4, last: 5, never: 6 } as const

/** Rank of a piece. */
export type Rank = (typeof rank)[keyof typeof rank]

/** Format in which the kept pieces of a text are written. */
export interface Manner {
  /**
   * Order in which pieces of equal rank are chosen: from the first to the last, or alternately from the start and the
   * end.
   */
  readonly order: 'first' | 'ends'
  /** Upper bound on the characters of one piece. */
  readonly clip: number
  /** Returns the text before a piece. */
  readonly label: (piece: number) => string
  /** Returns the text between two kept pieces that are adjacent. */
  readonly joint: (piece: number) => string
  /**
   * Returns the text that replaces the dropped pieces from `from` up to `to`. The text includes separators, which are
   * trimmed at the ends of the result.
   */
  readonly gap: (from: number, to: number) => string
  /** Upper bound on the characters of the text that replaces a gap. */
  readonly gapSize: number
}

/**
 * Writes the most important pieces in at most `room` characters, in the order of the original text; null if no piece
 * fits.
 */
export function writeOutline(
  pieces: TextPieces,
  ranks: Uint8Array,
  room: number,
  manner: Manner,
): string | null {
  let best: string | null = null
  // The texts for gaps are often shorter than the room reserved for them, so the selection is repeated to fill the
  // unused room.
  for (let [turn, given] = [0, room]; turn < 3 && given > 0; turn++) {
    const text = writeChosenPieces(pieces, choosePieces(pieces, ranks, given, manner), manner)
    if (text === null || text.length > room) break
    best = text
    given += room - text.length
  }
  return best
}

function writeChosenPieces(pieces: TextPieces, chosen: Uint8Array, manner: Manner): string | null {
  let text = ''
  let last = -1
  for (let piece = 0; piece < pieces.length; piece++) {
    if (chosen[piece] === 0) continue
    if (piece > last + 1) text += manner.gap(last + 1, piece)
    else if (piece > 0) text += manner.joint(piece)
    text += manner.label(piece) + pieces.clipped(piece, manner.clip)
    last = piece
  }
  if (last < 0) return null
  if (last < pieces.length - 1) text += manner.gap(last + 1, pieces.length)
  return text.replace(/^\n+/, '').trimEnd()
}

/**
 * Number of pieces that may be too long for the remaining room before the search stops. A later, shorter piece may
 * still fit.
 */
const mostMissed = 8

/** Chooses pieces in the order of their ranks until the room is full. */
function choosePieces(pieces: TextPieces, ranks: Uint8Array, room: number, manner: Manner): Uint8Array {
  const chosen = new Uint8Array(pieces.length)
  const isChosenOrEdge = (piece: number): boolean =>
    piece < 0 || piece >= pieces.length || chosen[piece] === 1
  const { gapSize } = manner
  let left = room - 2 * gapSize
  let missed = 0
  for (let level = 0; level <= rank.last; level++) {
    for (const piece of manner.order === 'ends'
      ? piecesFromEnds(ranks, level)
      : piecesFromStart(ranks, level)) {
      const told = Number(isChosenOrEdge(piece - 1)) + Number(isChosenOrEdge(piece + 1))
      const size = Math.min(pieces.to(piece) - pieces.from(piece), manner.clip)
      const cost = size + manner.label(piece).length + 1 + (1 - told) * gapSize
      if (cost > left && ++missed > mostMissed) return fillSmallGaps(pieces, chosen, manner)
      if (cost > left) continue
      left -= cost
      chosen[piece] = 1
    }
  }
  return fillSmallGaps(pieces, chosen, manner)
}

/** Adds each dropped piece that is shorter than the text that would replace it. */
function fillSmallGaps(pieces: TextPieces, chosen: Uint8Array, { label, gapSize }: Manner): Uint8Array {
  for (let piece = 1; piece < pieces.length - 1; piece++) {
    if (chosen[piece] === 1 || chosen[piece - 1] === 0 || chosen[piece + 1] === 0) continue
    const size = label(piece).length + pieces.to(piece) - pieces.from(piece)
    if (size > 0 && size < gapSize) chosen[piece] = 1
  }
  return chosen
}

function* piecesFromStart(ranks: Uint8Array, level: number): Generator<number> {
  for (let piece = ranks.indexOf(level); piece >= 0; piece = ranks.indexOf(level, piece + 1)) yield piece
}

function* piecesFromEnds(ranks: Uint8Array, level: number): Generator<number> {
  let first = ranks.indexOf(level)
  let last = ranks.lastIndexOf(level)
  while (first >= 0 && first <= last) {
    yield first
    if (last > first) yield last
    first = ranks.indexOf(level, first + 1)
    last = last === 0 ? -1 : ranks.lastIndexOf(level, last - 1)
  }
}

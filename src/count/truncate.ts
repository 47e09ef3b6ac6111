import { characterEnd, characterStart } from './character.ts'
import type { Bytes, Engine } from './engine.ts'
import { stretchEnd, stretchStart } from './stretch.ts'

/** Which part of a text stays: its beginning, its end, or half of the tokens at each. */
export type Keep = 'head' | 'tail' | 'ends'

/** What is left of a text. */
export interface Truncated {
  /** The text without what was cut out; whole characters. */
  readonly text: string
  /** Its tokens, exactly. */
  readonly tokens: number
  /** What was cut out of the given text, in UTF-16 units; null where all of it fits. */
  readonly cut: { readonly from: number; readonly to: number } | null
}

/** Cuts a text to at most so many tokens. */
export function truncateText(engine: Engine, text: string, tokens: number, keep: Keep): Truncated {
  const limit = Number.isNaN(tokens) ? 0 : Math.max(0, Math.floor(tokens))
  const all = engine.count(text, limit)
  if (all <= limit) return { text, tokens: all, cut: null }
  if (keep === 'head') return cutOut(engine, text, headEnd(engine, text, limit), text.length)
  if (keep === 'tail') return cutOut(engine, text, 0, tailStart(engine, text, limit))
  const end = tailStart(engine, text, Math.floor(limit / 2))
  // The halves may be more tokens together than apart.
  for (let share = limit - Math.floor(limit / 2); ; share--) {
    const result = cutOut(engine, text, Math.min(headEnd(engine, text, share), end), end)
    if (result.tokens <= limit) return result
  }
}

function cutOut(engine: Engine, text: string, from: number, to: number): Truncated {
  const left = text.slice(0, from) + text.slice(to)
  return { text: left, tokens: engine.count(left, Number.POSITIVE_INFINITY), cut: { from, to } }
}

/** UTF-16 units to look at for each token, at first: more than most text has. */
const unitsPerToken = 8

/** A length of which a part of the text, taken by `part`, has more tokens than the limit, or all of the text. */
function reachFor(engine: Engine, text: string, limit: number, part: (length: number) => string): number {
  let reach = (limit + 1) * unitsPerToken
  while (reach < text.length && engine.count(part(reach), limit) <= limit) reach *= 2
  return Math.min(reach, text.length)
}

/** Where the longest beginning ends that has at most so many tokens, give or take what merges at its end. */
function headEnd(engine: Engine, text: string, limit: number): number {
  const end = reachFor(engine, text, limit, length => text.slice(0, length))
  const part = text.slice(0, end)
  let from = 0
  for (let left = limit; from < end; ) {
    const to = stretchEnd(part, from)
    const stretch = part.slice(from, to)
    const tokens = engine.count(stretch, left)
    if (tokens > left) return from + headOfStretch(engine, stretch, left)
    left -= tokens
    from = to
  }
  return from
}

/** Where the longest end begins that has at most so many tokens. */
function tailStart(engine: Engine, text: string, limit: number): number {
  const start = text.length - reachFor(engine, text, limit, length => text.slice(text.length - length))
  const part = text.slice(start)
  let to = part.length
  for (let left = limit; to > 0; ) {
    const from = stretchStart(part, to)
    const stretch = part.slice(from, to)
    const tokens = engine.count(stretch, left)
    if (tokens > left) return start + from + tailOfStretch(engine, stretch, left)
    left -= tokens
    to = from
  }
  return start
}

function headOfStretch(engine: Engine, stretch: string, limit: number): number {
  const source = engine.bytesOf(stretch)
  let left = limit
  let cut = 0
  engine.visit(source, (start, end, tokens) => {
    if (tokens <= left) {
      left -= tokens
      cut = end
      return true
    }
    cut = start + (partEnds(engine, source, start, end)[left - 1] ?? 0)
    return false
  })
  // At another place the last piece may merge otherwise: then a character less, two less, four less.
  let at = characterStart(stretch, unitsBefore(source, cut))
  for (let step = 1; at > 0 && engine.count(stretch.slice(0, at), limit) > limit; step *= 2)
    at = characterStart(stretch, Math.max(0, at - step))
  return at
}

function tailOfStretch(engine: Engine, stretch: string, limit: number): number {
  const source = engine.bytesOf(stretch)
  const pieces: { start: number; end: number; tokens: number }[] = []
  engine.visit(source, (start, end, tokens) => {
    pieces.push({ start, end, tokens })
    return true
  })
  let left = limit
  let index = pieces.length - 1
  for (; index >= 0 && (pieces[index] as { tokens: number }).tokens <= left; index--)
    left -= (pieces[index] as { tokens: number }).tokens
  const { start, end } = pieces[index] as { start: number; end: number }
  const ends = partEnds(engine, source, start, end)
  const cut = start + (ends[ends.length - left - 1] as number)
  let at = characterEnd(stretch, unitsBefore(source, cut))
  for (let step = 1; at < stretch.length && engine.count(stretch.slice(at), limit) > limit; step *= 2)
    at = characterEnd(stretch, Math.min(stretch.length, at + step))
  return at
}

/** Where the tokens of a piece end, in bytes from its start. */
function partEnds(engine: Engine, source: Bytes, start: number, end: number): number[] {
  const { next } = engine.merge(source, start, end - start)
  const ends: number[] = []
  for (let at = 0; at < end - start; ) {
    at = next[at] as number
    ends.push(at)
  }
  return ends
}

/** UTF-16 units before a byte; a character that the byte lies in does not count. */
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

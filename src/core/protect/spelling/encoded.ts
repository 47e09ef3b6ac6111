import type { TextRange } from '../../text/overlaps.ts'
import type { SpelledReading } from './reading.ts'
import { joinedLines } from './wrapped.ts'

/** Bits of each sign of base64, of either alphabet; -1 for other characters. */
const bits = new Int8Array(128).fill(-1)
for (const [at, one] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  bits[one.charCodeAt(0)] = at
bits[45] = 62
bits[95] = 63

const bitsAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code < 128 ? (bits[code] as number) : -1
}

/** Fewest signs of base64 that are read, and of hex digits: shorter ones hold no value. */
const [leastSigns, leastDigits] = [16, 12]
/** Bytes by which a run is judged. */
const judged = 24
const hex = /(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}){6,}/g

/** Readings of base64 and of hex digits. */
export interface Encoded {
  readonly readings: readonly SpelledReading[]
  /** Lines of wrapped base64 as one line: bytes that are no text may hold a value too. */
  readonly joined: readonly SpelledReading[]
}

/** Returns readings of what a text writes as base64, also wrapped into lines, or as hex digits. */
export function encodedWords(text: string): Encoded {
  const readings: SpelledReading[] = []
  const joined: SpelledReading[] = []
  for (let at = leastDigits - 1; at < text.length; ) {
    // Each long run has a sign at one of these places.
    if (bitsAt(text, at) < 0) {
      at += leastDigits
      continue
    }
    let start = at
    while (start > 0 && bitsAt(text, start - 1) >= 0) start--
    const end = signsEnd(text, at)
    at = end + leastDigits
    if (end - start < leastDigits) continue
    for (const one of hexIn(text, start, end)) readings.push(one)
    const lines = joinedLines(text, { start, end }, place => signsEnd(text, place))
    if (lines !== null) {
      joined.push(lines.reading)
      at = lines.end + leastDigits
    }
    const base64 = fromBase64(lines?.reading ?? plain(text, start, end))
    if (base64 !== null) readings.push(base64)
  }
  return { readings, joined }
}

const plain = (text: string, from: number, to: number): SpelledReading => ({
  text: text.slice(from, to),
  rangeOf: (start, end) => ({ start: from + start, end: from + end }),
})

function signsEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && bitsAt(text, end) >= 0) end++
  return end
}

/** Returns what a run of base64 says, from the sign at which it is a text; null if it is none. */
function fromBase64({ text, rangeOf }: SpelledReading): SpelledReading | null {
  if (text.length < leastSigns) return null
  const shift = [0, 1, 2, 3].find(each =>
    isText(Math.floor(((text.length - each) * 3) / 4), at => byteOf(text, each, at)),
  )
  if (shift === undefined) return null
  const run = text.slice(shift, text.length - ((text.length - shift) % 4 === 1 ? 1 : 0))
  const signsUpTo = (byte: number): number => Math.min(text.length, shift + Math.ceil((byte * 4) / 3))
  return {
    text: atob(run.replaceAll('-', '+').replaceAll('_', '/')),
    rangeOf: (start, end): TextRange => rangeOf(shift + Math.floor((start * 4) / 3), signsUpTo(end)),
  }
}

/** Returns a byte of base64 that begins at a sign. */
function byteOf(text: string, shift: number, index: number): number {
  const sign = shift + Math.floor((index * 4) / 3)
  const step = index % 3
  return (((bitsAt(text, sign) << 6) | bitsAt(text, sign + 1)) >> (4 - 2 * step)) & 255
}

function hexIn(text: string, from: number, to: number): SpelledReading[] {
  return [...text.slice(from, to).matchAll(hex)].flatMap(({ 0: run, index }) => {
    const byteAt = (at: number): number => Number.parseInt(run.slice(2 * at, 2 * at + 2), 16)
    if (!isText(run.length / 2, byteAt)) return []
    const bytes = Array.from({ length: run.length / 2 }, (_, at) => String.fromCharCode(byteAt(at)))
    const first = from + index
    return {
      text: bytes.join(''),
      rangeOf: (start: number, end: number) => ({ start: first + 2 * start, end: first + 2 * end }),
    }
  })
}

/** Whether bytes are those of a text: hardly any of random ones are all printable. */
function isText(length: number, byteAt: (at: number) => number): boolean {
  const most = Math.min(length, judged)
  let other = 0
  for (let at = 0; at < most; at++) {
    const byte = byteAt(at)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return false
    if (byte > 126 && ++other * 4 > most) return false
  }
  return most > 0
}

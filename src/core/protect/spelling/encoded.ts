import type { TextRange } from '../../text/overlaps.ts'
import type { SpelledReading } from './reading.ts'
import { joinBase64Lines } from './wrapped.ts'

/** Value (six bits) of each base64 character, for both alphabets; -1 for other characters. */
const bits = new Int8Array(128).fill(-1)
for (const [at, one] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  bits[one.charCodeAt(0)] = at
bits[45] = 62
bits[95] = 63

const bitsAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code < 128 ? (bits[code] as number) : -1
}

/** Minimum number of base64 characters, and of hex digits, in a run that is read. Shorter runs contain no value. */
const [leastSigns, leastDigits] = [16, 12]
/** Number of bytes at the beginning of a run that decide whether the run is text. */
const judged = 24
const hex = /(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}){6,}/g

/** Decoded readings of base64 and hex digits. */
export interface Encoded {
  readonly readings: readonly SpelledReading[]
  /** Wrapped base64 joined into a single line. It may be a protected value itself, even if its bytes are not text. */
  readonly joined: readonly SpelledReading[]
}

/** Returns decoded readings of the base64 in a text, including base64 wrapped into lines, and of hex digits. */
export function decodeEncodedRuns(text: string): Encoded {
  const readings: SpelledReading[] = []
  const joined: SpelledReading[] = []
  for (let at = leastDigits - 1; at < text.length; ) {
    // Only one of every `leastDigits` indexes is checked. A run that is long enough contains at least one of them.
    if (bitsAt(text, at) < 0) {
      at += leastDigits
      continue
    }
    let start = at
    while (start > 0 && bitsAt(text, start - 1) >= 0) start--
    const end = base64RunEnd(text, at)
    at = end + leastDigits
    if (end - start < leastDigits) continue
    for (const one of decodeHexRuns(text, start, end)) readings.push(one)
    const lines = joinBase64Lines(text, { start, end }, place => base64RunEnd(text, place))
    if (lines !== null) {
      joined.push(lines.reading)
      at = lines.end + leastDigits
    }
    const base64 = decodeBase64Run(lines?.reading ?? unchangedReading(text, start, end))
    if (base64 !== null) readings.push(base64)
  }
  return { readings, joined }
}

const unchangedReading = (text: string, from: number, to: number): SpelledReading => ({
  text: text.slice(from, to),
  rangeOf: (start, end) => ({ start: from + start, end: from + end }),
})

function base64RunEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && bitsAt(text, end) >= 0) end++
  return end
}

/**
 * Decodes a run of base64. Of the four possible alignments, the first at which the bytes are text applies; null if
 * there is none.
 */
function decodeBase64Run({ text, rangeOf }: SpelledReading): SpelledReading | null {
  if (text.length < leastSigns) return null
  const shift = [0, 1, 2, 3].find(each =>
    isPrintableText(Math.floor(((text.length - each) * 3) / 4), at => byteOf(text, each, at)),
  )
  if (shift === undefined) return null
  const run = text.slice(shift, text.length - ((text.length - shift) % 4 === 1 ? 1 : 0))
  const signsUpTo = (byte: number): number => Math.min(text.length, shift + Math.ceil((byte * 4) / 3))
  return {
    text: atob(run.replaceAll('-', '+').replaceAll('_', '/')),
    rangeOf: (start, end): TextRange => rangeOf(shift + Math.floor((start * 4) / 3), signsUpTo(end)),
  }
}

/** Returns one byte of base64 whose first group begins at the character `shift`. */
function byteOf(text: string, shift: number, index: number): number {
  const sign = shift + Math.floor((index * 4) / 3)
  const step = index % 3
  return (((bitsAt(text, sign) << 6) | bitsAt(text, sign + 1)) >> (4 - 2 * step)) & 255
}

function decodeHexRuns(text: string, from: number, to: number): SpelledReading[] {
  return [...text.slice(from, to).matchAll(hex)].flatMap(({ 0: run, index }) => {
    const byteAt = (at: number): number => Number.parseInt(run.slice(2 * at, 2 * at + 2), 16)
    if (!isPrintableText(run.length / 2, byteAt)) return []
    const bytes = Array.from({ length: run.length / 2 }, (_, at) => String.fromCharCode(byteAt(at)))
    const first = from + index
    return {
      text: bytes.join(''),
      rangeOf: (start: number, end: number) => ({ start: first + 2 * start, end: first + 2 * end }),
    }
  })
}

/** Whether bytes are those of a text: random bytes are hardly ever all printable. */
function isPrintableText(length: number, byteAt: (at: number) => number): boolean {
  const most = Math.min(length, judged)
  let other = 0
  for (let at = 0; at < most; at++) {
    const byte = byteAt(at)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return false
    if (byte > 126 && ++other * 4 > most) return false
  }
  return most > 0
}

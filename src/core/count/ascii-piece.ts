import {
  byteClasses,
  lineBreakSign,
  lowerLetter,
  numberSign,
  space,
  upperLetter,
  wide,
} from './char-class.ts'

const letter = upperLetter | lowerLetter
const white = space | lineBreakSign
const apostrophe = 0x27

/**
 * Returns the end of an ASCII piece of o200k_base. For a piece that characters outside ASCII may belong to, returns its
 * start. The byte after the text must be 0, and three more bytes must be readable.
 */
export function asciiPieceEnd(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start] as number
  const kind = byteClasses[first] as number
  if (kind & letter) return afterWord(bytes, start, start)
  if (kind === wide) return start
  if (kind === numberSign) return afterDigits(bytes, start)
  const next = byteClasses[bytes[start + 1] as number] as number
  if (kind === lineBreakSign) return next & white ? afterWhite(bytes, start, end) : start + 1
  if (next & letter) return afterWord(bytes, start, start + 1)
  if (start + 1 === end) return end
  if (next === wide) return start
  if (kind === 0) return afterSigns(bytes, start, start + 1, end)
  if (next === 0 && first === 0x20) return afterSigns(bytes, start, start + 2, end)
  return next & white ? afterWhite(bytes, start, end) : start + 1
}

/** Returns the end of a word: capitals, then small letters, then a contraction. */
function afterWord(bytes: Uint8Array, start: number, from: number): number {
  let at = from
  while (byteClasses[bytes[at] as number] === upperLetter) at++
  at = afterSmallLetters(bytes, at)
  const next = bytes[at] as number
  if (next >= 0x80) return start
  return next === apostrophe ? afterContraction(bytes, at) : at
}

/** Returns the offset after a run of small letters, which are read four at a time. */
function afterSmallLetters(bytes: Uint8Array, start: number): number {
  for (let at = start; ; at += 4) {
    const word =
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)
    const seven = word & 0x7f7f7f7f
    // The highest bit of each byte is set by the first sum from `a` on, and by the second after `z`.
    const others = ~((seven + 0x1f1f1f1f) & ~(seven + 0x05050505) & ~word) & 0x80808080
    if (others !== 0) return at + ((31 - Math.clz32(others & -others)) >> 3)
  }
}

function afterDigits(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < start + 3; at++) {
    const kind = byteClasses[bytes[at] as number] as number
    if (kind !== numberSign) return kind === wide ? start : at
  }
  return start + 3
}

function afterSigns(bytes: Uint8Array, start: number, from: number, end: number): number {
  let at = from
  while (at < end && byteClasses[bytes[at] as number] === 0) at++
  if (at < end && (bytes[at] as number) >= 0x80) return start
  while (at < end && (bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x2f)) at++
  return at
}

/** Returns the end of white space: after its last line break, else before its last space, which belongs to what follows. */
function afterWhite(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  let broken = start
  let kind = byteClasses[bytes[at] as number] as number
  while (kind & white) {
    at++
    if (kind === lineBreakSign) broken = at
    kind = byteClasses[bytes[at] as number] as number
  }
  if (kind === wide) return start
  if (broken > start) return broken
  return at === end || at - start === 1 ? at : at - 1
}

/**
 * Returns the offset after a contraction ('s, 't, 're, 've, 'm, 'll, 'd; any case, also long s), or the given offset. The
 * byte after the text must be 0.
 */
export function afterContraction(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== apostrophe) return at
  const first = bytes[at + 1] as number
  const folded = first | 0x20
  if (folded === 0x73 || folded === 0x74 || folded === 0x6d || folded === 0x64) return at + 2
  const second = bytes[at + 2] as number
  const long =
    ((folded === 0x72 || folded === 0x76) && (second | 0x20) === 0x65) ||
    (folded === 0x6c && (second | 0x20) === 0x6c) ||
    (first === 0xc5 && second === 0xbf)
  return long ? at + 3 : at
}

import { charClasses, classOf, combiningMark } from './char-class.ts'

const joiner = 0x200d
/** Code points that act as marks, but have another class: non-joiner, half-width voice marks, Thai and Lao am. */
const extending = new Set([0x200c, 0xff9e, 0xff9f, 0x0e33, 0x0eb3])
const isTag = (point: number): boolean => point >= 0xe0020 && point <= 0xe007f
/** Whether a code point is one of the parts that make up Hangul syllables. */
const isJamo = (point: number): boolean =>
  (point >= 0x1100 && point < 0x1200) ||
  (point >= 0xa960 && point < 0xa980) ||
  (point >= 0xd7b0 && point < 0xd800)
/** Whether a code point is a picture, such as an emoji, which a joiner can connect to another picture. */
const isPicture = (point: number): boolean => point >= 0x203c && classOf(charClasses(), point) === 0
const isSyllable = (point: number): boolean => point >= 0xac00 && point < 0xd7a4
const isRegional = (point: number): boolean => point >= 0x1f1e6 && point <= 0x1f1ff
const isModifier = (point: number): boolean => point >= 0x1f3fb && point <= 0x1f3ff
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00

/** Returns the code point directly before an offset. */
function pointBefore(text: string, at: number): number {
  const pair = at >= 2 && isLow(text.charCodeAt(at - 1)) ? (text.codePointAt(at - 2) as number) : 0
  return pair > 0xffff ? pair : text.charCodeAt(at - 1)
}

/** Whether a code point always continues the character before it. */
const isExtending = (point: number): boolean =>
  point === joiner ||
  isModifier(point) ||
  isTag(point) ||
  extending.has(point) ||
  (classOf(charClasses(), point) & combiningMark) !== 0

/** Whether two code points are parts of one Hangul syllable. */
const isInOneSyllable = (before: number, after: number): boolean =>
  isJamo(after) && (isJamo(before) || isSyllable(before))

/** Whether an offset is inside a visible character, such as an emoji that consists of several code points. */
function isInsideCharacter(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false
  const before = pointBefore(text, at)
  const after = text.codePointAt(at) as number
  // A surrogate pair is one code point, and this offset is between its two halves.
  if (isLow(after) && (text.codePointAt(at - 1) as number) > 0xffff) return true
  if (before === 0x0d && after === 0x0a) return true
  if (isExtending(after) || isInOneSyllable(before, after)) return true
  if (before === joiner && isPicture(after)) return true
  return isRegional(before) && isRegional(after) && regionalsBefore(text, at) % 2 === 1
}

/** Counts the regional indicators directly before an offset; two of them form a flag. */
function regionalsBefore(text: string, at: number): number {
  let count = 0
  for (let place = at; place >= 2 && isRegional(pointBefore(text, place)); place -= 2) count++
  return count
}

/** Returns the last offset between two characters that is not after the given offset. */
export function characterStart(text: string, at: number): number {
  let place = at
  while (isInsideCharacter(text, place)) place--
  return place
}

/** Returns the first offset between two characters that is not before the given offset. */
export function characterEnd(text: string, at: number): number {
  let place = at
  while (isInsideCharacter(text, place)) place++
  return place
}

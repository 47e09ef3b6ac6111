import {
  type CharClasses,
  caseless,
  charClasses,
  classOf,
  combiningMark,
  lineBreakSign,
  lowerLetter,
  numberSign,
  upperLetter,
} from './char-class.ts'

const letter = upperLetter | lowerLetter | caseless
/** Maximum length of a stretch of text in UTF-16 units, unless it contains no safe place to cut (seam). */
const size = 1 << 14
const apostrophe = 0x27
/** Code points that are not letters but belong to the preceding character. */
const joiners: ReadonlySet<number> = new Set([0x200c, 0x200d])

/**
 * Whether the boundary between two characters is a seam, which no piece of any encoding and no character can cross,
 * whatever the text around it. A seam is after a letter that no letter, mark or contraction follows, and between a line
 * break and a letter or digit.
 *
 * @param before - Class of the character before the boundary.
 * @param next - Code point after the boundary.
 * @param kind - Class of that code point.
 */
export function isSeamBetween(before: number, next: number, kind: number): boolean {
  if (before & letter) return !(kind & (letter | combiningMark)) && next !== apostrophe && !joiners.has(next)
  return before === lineBreakSign && (kind & (letter | numberSign)) !== 0
}

function isSeam(text: string, at: number, classes: CharClasses): boolean {
  const unit = text.charCodeAt(at)
  if ((unit & 0xf800) === 0xd800) return false
  return isSeamBetween(classOf(classes, text.charCodeAt(at - 1)), unit, classOf(classes, unit))
}

/** Returns the end of the stretch that begins at an offset: a seam, or the end of the text if there is no seam. */
export function stretchEnd(text: string, from: number): number {
  if (text.length - from <= size) return text.length
  const classes = charClasses()
  for (let reach = size; from + reach < text.length; reach *= 2) {
    const least = reach === size ? from : from + reach / 2
    for (let at = from + reach; at > least; at--) if (isSeam(text, at, classes)) return at
  }
  return text.length
}

/** Returns the start of the stretch that ends at an offset: a seam, or the start of the text if there is no seam. */
export function stretchStart(text: string, to: number): number {
  const classes = charClasses()
  for (let reach = size; to - reach > 0; reach *= 2) {
    const most = reach === size ? to : to - reach / 2
    for (let at = to - reach; at < most; at++) if (at > 0 && isSeam(text, at, classes)) return at
  }
  return 0
}

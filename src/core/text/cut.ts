/** Code points that belong to the preceding character: marks, joiners, variation selectors, skin tones, tags. */
const joining = /^(?:\p{M}|\u200d|[\ufe00-\ufe0f]|[\u{1f3fb}-\u{1f3ff}]|[\u{e0020}-\u{e007f}])/u

/**
 * Number of UTF-16 units that are searched before and after an offset. A character with more units may be cut, but a
 * code point is never split.
 */
const longestSign = 64

/**
 * Whether a text may be cut at an offset in UTF-16 units without splitting a character: a surrogate pair, a letter with
 * marks, a joined emoji, a flag, or a line break of two units.
 */
export function isCharacterBoundary(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return true
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  // No code point below U+0300 joins the preceding one, except in a line break of two units.
  if (after < 0x300) return !(before === 13 && after === 10) && before !== 0x200d
  if (isHigh(before) && isLow(after)) return false
  if (before === 0x200d) return false
  const sign = text.codePointAt(at) as number
  if (joining.test(String.fromCodePoint(sign))) return false
  return !isRegional(sign) || regionalsBefore(text, at) % 2 === 0
}

/** Returns the last offset, up to the given one, at which the text may be cut. */
export function cutBefore(text: string, at: number): number {
  const end = Math.min(Math.max(0, at), text.length)
  for (let place = end; place > 0 && place > end - longestSign; place--)
    if (isCharacterBoundary(text, place)) return place
  return end <= longestSign ? 0 : isInPair(text, end) ? end - 1 : end
}

/** Returns the first offset, from the given one on, at which the text may be cut. */
export function cutAfter(text: string, at: number): number {
  const start = Math.min(Math.max(0, at), text.length)
  for (let place = start; place < text.length && place < start + longestSign; place++)
    if (isCharacterBoundary(text, place)) return place
  return start >= text.length - longestSign ? text.length : isInPair(text, start) ? start + 1 : start
}

/** Returns the best cut in the last `reach` units up to `at`: after a line, else after a word, else at `at`. */
export function bestCutBefore(text: string, at: number, reach: number): number {
  if (at >= text.length) return text.length
  const end = cutBefore(text, at)
  const from = Math.max(0, end - reach)
  const near = text.slice(from, end + 1)
  const line = near.lastIndexOf('\n', end - from)
  if (line > 0) return cutBefore(text, from + line)
  for (let place = near.length - 1; place > 0; place--)
    if (isSpace(near.charCodeAt(place))) return from + place
  return end
}

/** Returns the best cut in the first `reach` units from `at` on: before a line, else before a word, else at `at`. */
export function bestCutAfter(text: string, at: number, reach: number): number {
  if (at <= 0) return 0
  const start = cutAfter(text, at)
  const near = text.slice(start - 1, start + reach)
  const line = near.indexOf('\n')
  if (line >= 0 && start + line < text.length) return start + line
  for (let place = 0; place < near.length && start + place < text.length; place++)
    if (isSpace(near.charCodeAt(place))) return start + place
  return start
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff
const isSpace = (unit: number): boolean => unit === 32 || unit === 9 || unit === 10
const isRegional = (sign: number): boolean => sign >= 0x1f1e6 && sign <= 0x1f1ff
const isInPair = (text: string, at: number): boolean =>
  at > 0 && isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))

/** Counts the regional indicators before an offset; two of them form a flag. */
function regionalsBefore(text: string, at: number): number {
  let count = 0
  for (let place = at - 2; place >= 0 && place > at - longestSign; place -= 2) {
    if (!isRegional(text.codePointAt(place) as number)) break
    count++
  }
  return count
}

import { toJson } from '../../text/json.ts'
import { parseJson } from '../../text/parse-json.ts'
import { mapTexts } from './map-texts.ts'

/** Returns the object or the list that a text is the JSON of; null for any other text. */
export const jsonContainer = (text: string): object | null =>
  /^\s*[[{]/.test(text) ? ((parseJson(text) as object | undefined) ?? null) : null

/** Mark before the digits of a number that would not be written as it was read. */
const exact = '\u{f0000}'

/** Characters of the numbers of JSON. */
const numeric = new Set('-+.0123456789eE')

/** Returns the place behind the string or the number that begins at a place; the next place for anything else. */
function tokenEnd(text: string, start: number): number {
  let end = start + 1
  if (text[start] === '"') {
    while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
    return end + 1
  }
  if (text[start] !== '-' && !/\d/.test(text[start] as string)) return end
  while (numeric.has(text[end] as string)) end++
  return end
}

/** Returns the JSON of an object or a list with such numbers as marked texts. The text is valid JSON, so its strings end. */
function withMarks(text: string): string {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = tokenEnd(text, at)
    const token = text.slice(at, end)
    const isRounded = /^[-\d]/.test(token) && String(Number(token)) !== token
    pieces.push(isRounded ? `"${exact}${token}"` : token)
    at = end
  }
  return pieces.join('')
}

/**
 * Returns a text that is the JSON of an object or a list with each text in it changed, numbers as they were written; null for
 * any other text, and if nothing changed.
 */
export function changedJson(text: string, change: (text: string) => string): string | null {
  const plain = jsonContainer(text)
  if (plain === null || mapTexts(plain, change) === plain) return null
  const changed = mapTexts(parseJson(withMarks(text)), each => {
    if (!each.startsWith(exact)) return change(each)
    const digits = each.slice(exact.length)
    // A number is known as it is read, or as it was written.
    for (const form of [digits, String(Number(digits))]) if (change(form) !== form) return change(form)
    return each
  })
  return toJson(changed).replaceAll(/"\u{f0000}(-?\d[\d.eE+-]*)"/gu, '$1')
}

import file from './entities.json' with { type: 'json' }
import type { SpelledReading } from './reading.ts'

const entities: Readonly<Record<string, string>> = file.entities

/** Invisible characters that may split a value: soft hyphen, zero-width characters, byte order mark. */
const invisible = '[\\u00ad\\u200b-\\u200d\\u2060\\ufeff]+'
const hex = '[0-9a-fA-F]'
/** Patterns of an escaped character. A run of backslashes counts as one, because JSON inside JSON doubles them. */
const spellings = [
  `(?:%${hex}{2})+`,
  `(?<!\\\\)\\\\+(?:u${hex}{4}|u\\{${hex}{1,6}\\}|x${hex}{2}|/)`,
  `&(?:#[0-9]{1,7}|#[xX]${hex}{1,6}|[a-z]{2,14});`,
  invisible,
]
const begins = new RegExp(spellings.join('|'), 'g')
/** Escapes that are decoded in a word that contains an escape. They include escaped quotes. */
const inWord = new RegExp([...spellings, '(?<!\\\\)\\\\+"'].join('|'), 'g')

/** Number of characters before an escape that are also read, because they may contain the name of a value. */
const context = 64

/** Returns decoded readings of words with escapes, each with some text before the word. */
export function decodeEscapedWords(text: string): SpelledReading[] {
  const readings: SpelledReading[] = []
  let [start, end] = [0, 0]
  const addOpenReading = (): void => {
    const reading = end > start ? decodeEscapedPart(text, start, end) : null
    if (reading !== null) readings.push(reading)
  }
  for (const { index } of text.matchAll(begins)) {
    if (index < end) continue
    const from = escapedWordStart(text, index, end)
    if (from > end || end === 0) {
      addOpenReading()
      start = from
    }
    end = wordEnd(text, index)
  }
  addOpenReading()
  return readings
}

/**
 * Returns the beginning of the text to read: some words before the word at an index, but never before the index
 * `least`.
 */
function escapedWordStart(text: string, place: number, least: number): number {
  let word = place
  while (word > least && text.charCodeAt(word - 1) > 32) word--
  let start = Math.max(least, word - context)
  while (start > least && start < word && text.charCodeAt(start - 1) > 32) start++
  return start
}

function wordEnd(text: string, place: number): number {
  let end = place
  while (end < text.length && text.charCodeAt(end) > 32) end++
  return end
}

/** Returns a range of a text with its escapes decoded; null if it has none. */
function decodeEscapedPart(text: string, start: number, end: number): SpelledReading | null {
  const part = text.slice(start, end)
  let said = ''
  const places = new Int32Array(part.length + 1)
  let at = 0
  const addDecodedUnits = (one: string, from: number, isEscape: boolean): void => {
    const before = said.length
    for (let unit = 0; unit < one.length; unit++) places[before + unit] = start + from + (isEscape ? 0 : unit)
    said += one
  }
  for (const { 0: spelling, index } of part.matchAll(inWord)) {
    const plain = decodeEscape(spelling)
    if (plain === null) continue
    addDecodedUnits(part.slice(at, index), at, false)
    at = index + spelling.length
    if (spelling[0] !== '%') addDecodedUnits(plain, index, true)
    else for (const { one, from } of decodePercent(spelling)) addDecodedUnits(one, index + from, true)
  }
  if (at === 0) return null
  addDecodedUnits(part.slice(at), at, false)
  const { length } = said
  places[length] = end
  return {
    text: said,
    rangeOf: (from, to) => ({ start: places[from] as number, end: endOf(places, to, length) }),
  }
}

/**
 * Returns the end, in the original text, of the decoded unit before an index. All units of one escape have the same
 * start in the original text.
 */
function endOf(places: Int32Array, to: number, length: number): number {
  let next = to
  while (next < length && places[next] === places[next - 1]) next++
  return places[next] as number
}

/** Returns the character of an escape; null for an unknown entity. */
function decodeEscape(spelling: string): string | null {
  if (spelling[0] === '%') return spelling
  if (spelling[0] === '\\') {
    const body = spelling.slice(spelling.lastIndexOf('\\') + 1)
    return /^[ux]/i.test(body) ? character(Number.parseInt(body.replace(/[^0-9a-f]/gi, ''), 16)) : body
  }
  if (spelling[0] !== '&') return ''
  const body = spelling.slice(1, -1)
  if (body[0] !== '#') return entities[body] ?? null
  return character(/^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1)))
}

const character = (code: number): string | null => (code <= 0x10ffff ? String.fromCodePoint(code) : null)

/**
 * Returns the characters of percent-encoded bytes, with the index at which each begins. Bytes that are not UTF-8 are
 * read one by one.
 */
function decodePercent(run: string): { readonly one: string; readonly from: number }[] {
  const all: { readonly one: string; readonly from: number }[] = []
  for (let at = 0; at < run.length; ) {
    const byte = Number.parseInt(run.slice(at + 1, at + 3), 16)
    const bytes = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    const follows = /^...(?:%[89abAB].)+$/.test(run.slice(at, at + 3 * bytes))
    const several = bytes > 1 && follows ? decoded(run.slice(at, at + 3 * bytes)) : null
    all.push({ one: several ?? String.fromCharCode(byte), from: at })
    at += several === null ? 3 : 3 * bytes
  }
  return all
}

function decoded(escapes: string): string | null {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return null
  }
}

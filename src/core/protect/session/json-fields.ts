import type { FoundPlace } from './place.ts'
import { backslashCount, Quotes } from './quotes.ts'
import { unescapedText } from './unescaped-text.ts'

/** Returns the places of the values of listed fields in any JSON in a text, complete or cut. */
export const fieldsInText = (text: string, names: ReadonlySet<string>): readonly FieldPlace[] =>
  text.includes('"') ? new FieldReader(text, names).read() : []

/** Place of a field's value. */
export type FieldPlace = Required<FoundPlace>

/** A JSON string in a text. */
interface StringToken {
  readonly start: number
  readonly end: number
  /** Index after the closing quote, or the index at which the string was cut. */
  readonly after: number
  readonly isCut: boolean
}

const number = /-?\d[\d.eE+-]*/y
const word = /true|false|null/y
const lineBreak = /[\r\n]/

/** Ellipsis that a truncation left at the end of a text. */
const ellipsis = /(?:\u2026|\.\.\.)$/

/** Reader of JSON fields in a text. It never moves back, so its work is proportional to the length of the text. */
class FieldReader {
  private readonly text: string
  private readonly names: ReadonlySet<string>
  private readonly quotes: Quotes
  private readonly longest: number
  private readonly found: FieldPlace[] = []
  /** Index of the next quote. */
  private next = 0

  constructor(text: string, names: ReadonlySet<string>) {
    this.text = text
    this.names = names
    this.quotes = new Quotes(text)
    this.longest = Math.max(...[...names].map(name => name.length))
  }

  read(): readonly FieldPlace[] {
    for (; this.next < this.quotes.places.length; this.next++) {
      const level = this.quotes.levels[this.next] as number
      // Quotes before this place may be unpaired, so a field's name may begin at any quote.
      const colon = this.findColonAfterName(level)
      if (colon === null) continue
      this.skip(this.readFieldValues(this.skipBlanks(colon + 1, level), level))
      this.next--
    }
    return this.found
  }

  /** Returns the index of the colon after a listed name that begins at the next quote; null for none. */
  private findColonAfterName(level: number): number | null {
    const { text, quotes, next } = this
    const close = quotes.closing(next)
    if (close === null) return null
    const [start, stop] = [(quotes.places[next] as number) + 1, quotes.contentEnd(next)]
    // An escape has at most six characters, and more for each level of JSON strings in which its backslash is escaped
    // again.
    if (stop - start > this.longest * (5 + 2 ** level)) return null
    if (!this.names.has(unescapedText(text.slice(start, stop), level + 1, false))) return null
    const colon = this.skipBlanks((quotes.places[close] as number) + 1, level)
    return text[colon] === ':' ? colon : null
  }

  /**
   * Records all values inside a field's value: a string, a number, or everything in an object or list. Returns the
   * index after the field's value.
   */
  private readFieldValues(from: number, level: number): number {
    let depth = 0
    for (let at = from; ; at = this.skipBlanks(at, level)) {
      const one = this.text[at]
      const string = this.stringAt(at, level)
      const digits = this.match(number, at)
      if (string !== null) {
        const isName = depth > 0 && this.text[this.skipBlanks(string.after, level)] === ':'
        if (!isName) this.noteString(string, level)
        if (string.isCut) return string.after
        at = string.after
      } else if (digits !== '') {
        const end = at + digits.length
        this.recordFieldPlace(at, end, digits, end === this.text.length)
        at = end
      } else if (one === '{' || one === '[') {
        depth++
        at++
      } else if (one === '}' || one === ']') {
        depth--
        at++
      } else if (depth > 0 && (one === ',' || one === ':')) at++
      else {
        const { length } = this.match(word, at)
        if (length === 0) return at
        at += length
      }
      if (depth <= 0) return at
    }
  }

  private noteString({ start, end, isCut }: StringToken, level: number): void {
    this.recordFieldPlace(start, end, unescapedText(this.text.slice(start, end), level + 1, isCut), isCut)
  }

  private recordFieldPlace(start: number, end: number, value: string, isCut: boolean): void {
    if (value !== '') this.found.push({ start, end, kind: 'field', value, isCut })
  }

  /** Returns the JSON string of a nesting level that begins at an index; null for none. */
  private stringAt(at: number, level: number): StringToken | null {
    const { text, quotes } = this
    this.skip(at)
    const index = this.next
    const place = at + backslashCount(level)
    if (quotes.places[index] !== place || quotes.levels[index] !== level) return null
    const start = place + 1
    const end = quotes.contentEnd(index)
    const content = text.slice(start, end)
    // A JSON string contains no line break. If there is one, the string was cut there.
    const broken = content.search(lineBreak)
    const close = quotes.closing(index)
    if (broken < 0 && close !== null)
      return { start, end, after: (quotes.places[close] as number) + 1, isCut: false }
    const line = broken < 0 ? content : content.slice(0, broken)
    return { start, end: start + line.replace(ellipsis, '').length, after: start + line.length, isCut: true }
  }

  /** Moves to the first quote at or after an index. */
  private skip(at: number): void {
    while ((this.quotes.places[this.next] ?? Number.POSITIVE_INFINITY) < at) this.next++
  }

  /** Returns the index after white space. In a string inside a string, white space is written as escapes. */
  private skipBlanks(from: number, level: number): number {
    const { text } = this
    for (let at = from; ; ) {
      const one = text[at]
      if (one === ' ' || one === '\n' || one === '\r' || one === '\t') at++
      else if (level === 0 || one !== '\\') return at
      else {
        let end = at
        while (text[end] === '\\') end++
        if (!'nrt'.includes(text[end] ?? ' ')) return at
        at = end + 1
      }
    }
  }

  private match(form: RegExp, at: number): string {
    form.lastIndex = at
    return form.exec(this.text)?.[0] ?? ''
  }
}

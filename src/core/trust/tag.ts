import type { Run } from '../ir/origin.ts'
import type { Tag } from '../ir/text.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
  '\v': '&#11;',
  '\f': '&#12;',
  '\u0085': '&#133;',
  '\u2028': '&#8232;',
  '\u2029': '&#8233;',
}

const signs = new Map(Object.entries(escapes).map(([sign, written]) => [written, sign]))

/** Escapes a text for use as an attribute value in double quotes. */
export const escapeAttribute = (text: string): string =>
  text.replace(/[&<>"\n\r\t\v\f\u0085\u2028\u2029]/g, sign => escapes[sign] as string)

/** Returns the original text of an escaped attribute value. */
const readAttribute = (value: string): string =>
  value.replace(/&(?:amp|lt|gt|quot|#9|#1[0-3]|#133|#8232|#8233);/g, written => signs.get(written) as string)

/**
 * Characters that would be read as the start of a tag or of an escape. Only these are escaped, so that code and
 * mathematics stay unchanged.
 */
const ambiguous = /<(?=[/!?A-Za-z_])|&(?=(?:amp;)*lt;)/g

/** Escapes a text between two tags, so that the text contains no start of a tag. */
export const escapeWords = (words: string): string =>
  words.replace(ambiguous, sign => escapes[sign] as string)

/** Returns the original text of an escaped text between two tags. */
export const readWords = (escaped: string): string =>
  escaped.replace(/&((?:amp;)*)lt;/g, (_, levels: string) =>
    levels === '' ? '<' : `&${levels.slice('amp;'.length)}lt;`,
  )

const namePattern = /^[A-Za-z_][\w.-]*$/

/** Whether a name is valid for a tag or an attribute. */
export const isTagName = (name: string): boolean => namePattern.test(name)

/** Returns the opening and the closing tag, each on its own line. */
export function tagsOf({ name, attributes = {} }: Tag): { readonly open: string; readonly close: string } {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
  return { open: `<${name}${written.join('')}>\n`, close: `\n</${name}>` }
}

/** Returns runs of text (pieces with one origin) between an opening and a closing tag. The text is escaped. */
export function betweenTags(tag: Tag, runs: readonly Run[]): Run[] {
  const { open, close } = tagsOf(tag)
  return [[open, 'c:tag'], ...escapeRuns(runs), [close, 'c:tag']]
}

/**
 * Escapes runs of text (pieces with one origin). The origin of each escape is the compiler; the text around it keeps
 * its origin. One tag may extend over two runs.
 */
function escapeRuns(runs: readonly Run[]): Run[] {
  const words = runs.map(([text]) => text).join('')
  const places = [...words.matchAll(ambiguous)].map(({ index }) => index)
  const escaped: Run[] = []
  let begin = 0
  let next = 0
  for (const [text, origin] of runs) {
    let from = 0
    for (; next < places.length && (places[next] as number) < begin + text.length; next++) {
      const at = (places[next] as number) - begin
      if (at > from) escaped.push([text.slice(from, at), origin])
      escaped.push([escapes[text[at] as string] as string, 'c:escape'])
      from = at + 1
    }
    if (from < text.length || text === '') escaped.push([text.slice(from), origin])
    begin += text.length
  }
  return escaped
}

/** A parsed tag and the text inside it. */
export interface ReadTag {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly words: string
}

const opening = /<([A-Za-z_][\w.-]*)((?: [A-Za-z_][\w.-]*="[^"<>\n]*")*)>\n/g

/**
 * Parses tags that were written one after another. Text between two tags is ignored.
 *
 * @example
 * import { readTags } from 'ctxc/memory'
 *
 * console.log(readTags('<note id="n1">\na &lt;/note> b\n</note>')) // [ { name: 'note', … words: 'a </note> b' } ]
 */
export function readTags(text: string): ReadTag[] {
  const found: ReadTag[] = []
  opening.lastIndex = 0
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const [whole, name = '', written = ''] = match
    const begin = match.index + whole.length
    const end = text.indexOf(`\n</${name}>`, begin)
    if (end < 0) break
    const attributes = Object.fromEntries(
      [...written.matchAll(/ ([\w.-]+)="([^"]*)"/g)].map(([, key, value]) => [
        key,
        readAttribute(value as string),
      ]),
    )
    found.push({ name, attributes, words: readWords(text.slice(begin, end)) })
    opening.lastIndex = end + name.length + 4
  }
  return found
}

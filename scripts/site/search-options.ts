import type { Options } from 'minisearch'

/** Search result: a page, or a section of a page. */
export interface Found {
  readonly title: string
  /** Title of the page, if the result is a section of it. */
  readonly page: string
  readonly url: string
  /** Beginning of the page's or section's text. */
  readonly begin: string
}

export interface Entry extends Found {
  readonly id: number
  readonly text: string
}

/** Returns the words of a text. A name in camel case is a word, and each of its parts is another. */
const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}_]+/gu) ?? []).flatMap(word => {
    const parts = word.split(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/u)
    return parts.length > 1 ? [word, ...parts] : [word]
  })

/** Options of the search index. The build and the browser must use the same options. */
export const searchOptions: Options<Entry> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page', 'url', 'begin'],
  tokenize: wordsOf,
  searchOptions: {
    boost: { title: 8, page: 3 },
    boostDocument: (_, __, fields) => (String(fields?.url).startsWith('changelog') ? 0.2 : 1), // says little of much
    combineWith: 'AND',
    prefix: true,
    // A code must match exactly, because a code with another digit is another code.
    fuzzy: term => (/\d/.test(term) || term.length < 5 ? false : 0.2),
  },
}

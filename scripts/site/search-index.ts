import MiniSearch from 'minisearch'
import type { Content } from './layout.ts'
import { type Entry, searchOptions } from './search-options.ts'

/** Returns the search index of the pages as a script, because a browser reads no JSON from a folder. */
export function searchIndex(pages: readonly Content[]): string {
  const index = new MiniSearch<Entry>(searchOptions)
  const entries = [...pages].sort((left, right) => (left.url < right.url ? -1 : 1)).flatMap(entriesOf)
  index.addAll(entries.map((entry, id) => ({ ...entry, id })))
  return `globalThis.searchIndex=${JSON.stringify(index)}\n`
}

/** Splits a Markdown page into its sections, because it is long. Any other page is one entry. */
function entriesOf({ url, title, main }: Content): readonly Omit<Entry, 'id'>[] {
  const body = main.replace(/^[\s\S]*?<\/h1>/, '')
  if (url.startsWith('api/')) {
    const described = body.replace(
      /<p class="import"[\s\S]*?<\/p>|<div class="tsd-signature[\s\S]*?<\/div>/g,
      ' ',
    )
    return [entry(title, importOf(url), url, plain(described))]
  }
  if (url.startsWith('diagnostics/CX')) return [entry(title, '', url, plain(body))]
  return main.split(/(?=<h[1-3]\b[^>]* id=")/).flatMap(part => {
    const [heading, anchor = '', inner = ''] =
      /^<h[1-3]\b[^>]* id="([^"]*)"[^>]*>([\s\S]*?)<\/h[1-3]>/.exec(part) ?? []
    if (heading === undefined) return []
    const text = plain(part.slice(heading.length))
    const first = heading.startsWith('<h1')
    return [entry(first ? title : plain(inner), first ? '' : title, first ? url : `${url}#${anchor}`, text)]
  })
}

const entry = (title: string, page: string, url: string, text: string): Omit<Entry, 'id'> => ({
  title,
  page,
  url,
  text,
  begin: text.slice(0, 140),
})

/** Returns the import that an API page is about: `api/ctxc/from/openai/fromOpenAI.html` is `ctxc/from/openai`. */
const importOf = (url: string): string => url.split('/').slice(1, -1).join('/')

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  '#39': "'",
  nbsp: ' ',
}

/** Returns the text of HTML, without buttons and permalinks. */
const plain = (markup: string): string =>
  markup
    .replace(/<button\b[\s\S]*?<\/button>|<a\b[^>]*class="tsd-anchor-icon"[\s\S]*?<\/a>/g, '')
    .replace(/<\/?(?:span|code|a|strong|em|wbr|b|i)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all)
    .replace(/\s+/g, ' ')
    .trim()

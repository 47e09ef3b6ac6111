import MiniSearch from 'minisearch'
import { expect, test } from 'vitest'
import { searchIndex } from '../../scripts/site/search-index.ts'
import { type Entry, searchOptions } from '../../scripts/site/search-options.ts'

const pages = [
  {
    url: 'diagnostics/CX1008.html',
    title: 'CX1008: branches',
    main: '<h1 id="a">CX1008: branches</h1><p>See CX1009.</p>',
  },
  {
    url: 'diagnostics/CX1009.html',
    title: 'CX1009: key never read',
    main: '<h1 id="b">b</h1><p>A &lt;key&gt;.</p>',
  },
  {
    url: 'docs/caching.html',
    title: 'Caching',
    main: '<h1 id="caching">Caching</h1><p>Prefix.</p><h2 id="marks">Marks</h2><p>Breakpoints.</p>',
  },
  {
    url: 'api/ctxc/from/openai/fromOpenAI.html',
    title: 'fromOpenAI',
    main: '<h1>Function fromOpenAI</h1><p>Imports messages.</p>',
  },
].map(page => ({ ...page, headings: [] }))

/** Searches as the script of the site does. */
function found(query: string): readonly (readonly [title: string, url: string])[] {
  const script = searchIndex(pages)
  const json = script.slice('globalThis.searchIndex='.length)
  const index = MiniSearch.loadJSON<Entry>(json, searchOptions)
  return index.search(query).map(({ title, url }) => [title, url])
}

test('a code gives its own page before a page that names it, and no code beside it', () => {
  expect(found('CX1009')).toEqual([
    ['CX1009: key never read', 'diagnostics/CX1009.html'],
    ['CX1008: branches', 'diagnostics/CX1008.html'],
  ])
})

test('a word of a section gives the section', () => {
  expect(found('breakpoints')).toEqual([['Marks', 'docs/caching.html#marks']])
})

test('a part of a name, a beginning and a slip of the pen give the name', () => {
  for (const query of ['openai', 'fromOp', 'mesages'])
    expect(found(query)).toEqual([['fromOpenAI', 'api/ctxc/from/openai/fromOpenAI.html']])
})

import MiniSearch, { type AsPlainObject } from 'minisearch'
import { type Entry, type Found, searchOptions } from '../search-options.ts'
import { byId } from './element.ts'

declare global {
  var searchIndex: AsPlainObject | undefined
}

const most = 30

/** Dialog that searches all pages. The index is loaded when the dialog opens for the first time. */
export function search(): void {
  const dialog = byId<HTMLDialogElement>('search')
  const words = byId<HTMLInputElement>('words')
  const results = byId<HTMLOListElement>('results')
  const status = byId('found')
  let index: MiniSearch<Entry> | undefined

  const open = (): void => {
    if (!dialog.open) dialog.showModal()
    words.select()
    if (index !== undefined) return
    loadIndex().then(
      loaded => {
        index = loaded
        show()
      },
      () => {
        status.textContent = 'The search index could not be loaded.'
      },
    )
  }
  const show = (): void => {
    const query = words.value.trim()
    const found = index === undefined || query === '' ? [] : index.search(query)
    results.replaceChildren(...found.slice(0, most).map(result => item(result as unknown as Found)))
    status.textContent = index === undefined || query === '' ? '' : summary(found.length)
  }

  byId('find').addEventListener('click', open)
  words.addEventListener('input', show)
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close()
  })
  dialog.addEventListener('keydown', event => walk(event, words, results))
  document.addEventListener('keydown', event => {
    const typing = event.target instanceof Element && event.target.closest('input, select, textarea') !== null
    const slash = event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!slash && !(event.key === 'k' && (event.ctrlKey || event.metaKey))) return
    event.preventDefault()
    open()
  })
}

/** Arrow keys move from the search words through the results. Enter in the search words opens the first result. */
function walk(event: KeyboardEvent, words: HTMLInputElement, results: HTMLOListElement): void {
  const links = [...results.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  if (event.key === 'Enter' && document.activeElement === words) {
    event.preventDefault()
    links[0]?.click()
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    const next = at + (event.key === 'ArrowDown' ? 1 : -1)
    ;(links[Math.min(next, links.length - 1)] ?? words).focus()
  }
}

const base = document.documentElement.dataset.base ?? ''

function item({ title, page, url, begin }: Found): HTMLLIElement {
  const link = document.createElement('a')
  link.href = base + url
  for (const [name, text] of Object.entries({ title, page, begin })) {
    if (text === '') continue
    const part = document.createElement('span')
    part.className = name
    part.textContent = text
    link.append(part, ' ')
  }
  // A link to a section of the same page loads no document, so the dialog is closed here.
  link.addEventListener('click', () => link.closest('dialog')?.close())
  const line = document.createElement('li')
  line.append(link)
  return line
}

function summary(count: number): string {
  if (count === 0) return 'Nothing found'
  if (count === 1) return '1 result'
  return count > most ? `${count} results, the first ${most} shown` : `${count} results`
}

/** From a folder, a browser can load a script, but no JSON. */
function loadIndex(): Promise<MiniSearch<Entry>> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${base}assets/search-index.js`
    script.addEventListener('load', () => {
      const loaded = globalThis.searchIndex
      if (loaded === undefined) reject(new Error('no index'))
      else resolve(MiniSearch.loadJS(loaded, searchOptions))
    })
    script.addEventListener('error', reject)
    document.head.append(script)
  })
}

import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

interface Page {
  readonly ids: ReadonlySet<string>
  readonly links: readonly string[]
  /** Addresses that a browser loads without a click. */
  readonly loads: readonly string[]
}

/**
 * Faults of a built site: links and anchors that lead nowhere, pages that no link leads to, and whatever a browser would
 * load from a network or refuse to load from a folder.
 */
export function faultsOf(site: string, start = 'index.html'): readonly string[] {
  const pages = new Map(
    globSync('**/*.html', { cwd: site }).map(file => [posixPath(file), read(join(site, file))]),
  )
  const faults: string[] = []
  const reached = new Set([start])
  for (const url of reached) {
    const page = pages.get(url)
    if (page === undefined) continue
    for (const load of page.loads)
      if (/^(?:[a-z]+:)?\/\//i.test(load)) faults.push(`${url}: loads ${load} from a network`)
    for (const link of [...page.links, ...page.loads]) {
      if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(link)) continue
      const [path = '', anchor = ''] = link.split('#').map(decodeURIComponent) as [string?, string?]
      const target = path === '' ? url : posix.join(dirname(url), path)
      if (target.startsWith('..') || !existsSync(join(site, target))) faults.push(`${url}: no ${link}`)
      else if (target.endsWith('.md')) faults.push(`${url}: ${link} is Markdown that is no page`)
      else if (anchor !== '' && pages.get(target)?.ids.has(anchor) === false)
        faults.push(`${url}: no anchor ${link}`)
      if (pages.has(target)) reached.add(target)
    }
  }
  for (const url of pages.keys()) if (!reached.has(url)) faults.push(`${url}: no link leads to it`)
  return faults
}

const posixPath = (file: string): string => file.replaceAll('\\', '/')

function read(file: string): Page {
  const tags = [...readFileSync(file, 'utf8').matchAll(/<([a-z][a-z0-9]*)\b([^>]*)>/gi)]
  const values = (name: string, of: (tag: string) => boolean): string[] =>
    tags.flatMap(([, tag, attributes]) => {
      const value = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes!)?.[1]
      return value !== undefined && of(tag!) ? [value.replaceAll('&amp;', '&')] : []
    })
  return {
    ids: new Set(values('id', () => true)),
    links: values('href', tag => tag === 'a'),
    loads: [...values('href', tag => tag === 'link'), ...values('src', () => true)],
  }
}

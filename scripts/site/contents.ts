import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../entries.ts'
import { isDiagnostic, shortTitle, sources } from './sources.ts'

/** Line of the navigation: a task or a concept, and the pages about it. */
export interface Topic {
  readonly label: string
  /** Page addresses relative to the site, with anchors, and the titles of the pages. */
  readonly links: readonly { readonly to: string; readonly title: string }[]
}

export interface Section {
  readonly title: string
  readonly topics: readonly Topic[]
}

const byFile = new Map(sources.map(source => [source.file, source]))

/** Reads a row of a table such as `| switch providers | [moving.md](moving.md) |`. */
function topicOf(row: string): Topic | null {
  const [, label = '', pages = ''] = row.split('|').map(cell => cell.trim())
  const links = [...pages.matchAll(/\]\(([^)#]+)(#[^)]*)?\)/g)].map(([, file, anchor = '']) => {
    const source = byFile.get(join('docs', file!))
    if (source === undefined) throw new Error(`docs/README.md links ${file}, which is no page of the site`)
    return { to: `${source.page}.html${anchor}`, title: shortTitle(source) }
  })
  return links.length === 0 ? null : { label: label.charAt(0).toUpperCase() + label.slice(1), links }
}

/** Sections of docs/README.md (tasks, concepts), which must name every page of docs/. */
export function readSections(): readonly Section[] {
  const text = readFileSync(join(root, 'docs/README.md'), 'utf8')
  const sections = text.split(/^## /m).flatMap(part => {
    const [title = '', ...lines] = part.split('\n')
    const topics = lines.filter(line => line.startsWith('|')).flatMap(line => topicOf(line) ?? [])
    return topics.length === 0 ? [] : [{ title, topics }]
  })
  const named = new Set(sections.flatMap(({ topics }) => topics.flatMap(({ links }) => links.map(pageOf))))
  for (const { file, page } of sources)
    if (file.startsWith('docs/') && page !== 'docs/index' && !named.has(`${page}.html`))
      throw new Error(`docs/README.md must link every page of docs/, got no link to ${file}`)
  return sections
}

const pageOf = ({ to }: { readonly to: string }): string => to.replace(/#.*/, '')

/** Pages that belong to neither a task nor a concept. */
export const reference: readonly Topic[] = [
  ['All pages', 'docs/index'],
  ['Diagnostics', 'diagnostics/index'],
  ['Rules of each API', 'docs/rules'],
  ['Examples', 'examples/index'],
  ['Changelog', 'changelog'],
  ['Architecture', 'architecture'],
  ['Benchmarks', 'bench'],
].map(([label, page]) => ({ label: label!, links: [{ to: `${page}.html`, title: label! }] }))

/** Titles of diagnostic groups, by the first digit of their codes. */
const families: Readonly<Record<string, string>> = {
  CX1: 'Programs',
  CX2: 'Instructions and conditions',
  CX3: 'Imported history',
  CX4: 'Budget',
  CX5: 'Caching',
  CX6: 'Untrusted input and protection',
  CX7: 'Requests',
  CX8: 'Live conversations',
  CX9: 'State, effects, passes and memory',
}

/** Markdown of the page that lists every diagnostic. Its links are relative to `folder`, which is relative to the root. */
export function diagnosticsPage(folder: string): string {
  const pages = sources.filter(isDiagnostic)
  const familyOf = ({ title }: { readonly title: string }): string => title.slice(0, 3)
  const parts = [...new Set(pages.map(familyOf))].map(family => {
    const rows = pages
      .filter(page => familyOf(page) === family)
      .map(({ title, file }) => {
        const [code, ...words] = title.split(': ')
        return `| [${code}](${relative(folder, file)}) | ${words.join(': ')} |`
      })
    return `## ${families[family] ?? family}\n\n| code | title |\n|---|---|\n${rows.join('\n')}\n`
  })
  return `# Diagnostics\n\nEvery code that ctxc reports. \`ctxc explain CX3001\` prints its page in a terminal.\n\n${parts.join('\n')}`
}

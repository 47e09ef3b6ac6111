import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { root } from '../entries.ts'

/** Markdown file of the repository that becomes a page. */
export interface Source {
  /** Path of the file, relative to the root: `docs/caching.md`. */
  readonly file: string
  /** Path of the page without extension, relative to the site: `docs/caching`. */
  readonly page: string
  /** Text of the first heading, without formatting: `Caching: what a provider keeps of a request`. */
  readonly title: string
}

const single: Readonly<Record<string, string>> = {
  'README.md': 'index',
  'docs/README.md': 'docs/index',
  'CHANGELOG.md': 'changelog',
  'ARCHITECTURE.md': 'architecture',
  'bench/README.md': 'bench',
  'examples/README.md': 'examples/index',
}

/** Title of a Markdown page: its first heading, without code formatting. */
function titleOf(file: string): string {
  const heading = /^# (.*)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1]
  if (heading === undefined) throw new Error(`${file} must have a first heading, got none`)
  return heading.replaceAll('`', '')
}

function pageOf(file: string): string {
  if (file in single) return single[file]!
  if (file.startsWith('examples/')) return dirname(file)
  return `${file.startsWith('docs/') ? 'docs' : 'diagnostics'}/${basename(file, '.md')}`
}

/** All Markdown files of the site, sorted by path. */
export const sources: readonly Source[] = [
  ...Object.keys(single),
  ...globSync('docs/*.md', { cwd: root }).filter(file => !(file in single)),
  ...globSync('examples/*/README.md', { cwd: root }),
  ...globSync('src/core/diag/explain/*.md', { cwd: root }),
]
  .sort()
  .map(file => ({ file, page: pageOf(file), title: titleOf(file) }))

/** Whether a source describes one diagnostic. */
export const isDiagnostic = ({ page }: Source): boolean => page.startsWith('diagnostics/')

/** Title for a list: the words of the title before a colon. */
export const shortTitle = ({ title }: Source): string => title.replace(/: .*/, '')

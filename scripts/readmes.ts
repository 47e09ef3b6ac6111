// Fails where a README of the source, or a page about the whole, names a file or folder that does not exist.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './entries.ts'

const exclude = ['**/node_modules', 'dist', 'site']
const files = globSync(['**/*.*', '.*'], { cwd: root, exclude })
const paths = new Set(files.flatMap(file => withFolders(file)))

function withFolders(file: string): string[] {
  const folder = dirname(file)
  return folder === '.' ? [file] : [file, ...withFolders(folder)]
}

/** Names in code spans that look like a path: `fit/trim.ts`, `rows/`, `vendor/<name>/read`. */
const named = /`([\w.@/<>*{},-]+(?:\.(?:ts|tsx|json|md|mjs|cjs)|\/))`/g

const escaped = (text: string): string => text.replace(/[.+?^$()|[\]\\]/g, '\\$&')

/** Returns a pattern for a written path, in which `<name>` and `*` match any name, and braces contain alternatives. */
const patternOf = (written: string): string =>
  escaped(written.replace(/\/$/, ''))
    .replace(/<[\w-]+>|NAME/g, '[^/]+')
    .replace(/\*+/g, '[^/]*')
    .replace(/\{([^}]*)\}/g, (_, choice: string) => `(?:${choice.replaceAll(',', '|')})`)

/**
 * Whether a file exists below the page's folder. A folder, or a path with folders, may be anywhere in the repository.
 */
function exists(written: string, folder: string): boolean {
  const pattern = patternOf(written)
  const above = folder === '.' ? '' : `${escaped(folder)}/`
  const isAnywhere = /\/|^\./.test(written)
  const allowed = new RegExp(isAnywhere ? `(?:^|/)${pattern}$` : `^${above}(?:.*/)?${pattern}$`)
  return [...paths].some(path => allowed.test(path))
}

const pages = [
  ...globSync('src/**/README.md', { cwd: root }),
  'ARCHITECTURE.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
]
let [checked, wrong] = [0, 0]
for (const page of pages)
  for (const [, written = ''] of readFileSync(join(root, page), 'utf8').matchAll(named)) {
    checked++
    if (exists(written, dirname(page))) continue
    wrong++
    console.error(`${page} names \`${written}\`, which does not exist`)
  }
console.log(`readmes: ${pages.length} pages, ${checked} paths, ${wrong} that do not exist`)
if (checked === 0 || wrong > 0) process.exit(1)

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a file belongs to tests: by its name, or because its folder is called `test`. */
export const isTest = (file: string): boolean => /\.test(-d)?\.ts$|\/test\//.test(file)

/** The root of the checkout. */
export const root = join(import.meta.dirname, '..')

export interface Entry {
  /** Import path of users: `ctxc`, `ctxc/from/openai`. */
  readonly id: string
  /** The path below dist, without extension: `index`, `from/openai`. */
  readonly name: string
  /** The source file, relative to the root; need not exist yet. */
  readonly source: string
}

const pkg = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
}

const config = readFileSync(join(root, 'tsconfig.json'), 'utf8').replaceAll(/(^|\s)\/\/ .*$/gm, '')

/**
 * Possible source files of an entry, by pattern of its id; `*` is the remaining id. The first existing file is the
 * source.
 */
export const paths = (
  JSON.parse(config) as { readonly compilerOptions: { readonly paths: Readonly<Record<string, string[]>> } }
).compilerOptions.paths

/** Returns the source file of an entry, relative to the root. If none exists, returns the first possible path. */
function sourceOf(id: string): string {
  const pattern = Object.keys(paths)
    .filter(key => key === id || (key.endsWith('*') && id.startsWith(key.slice(0, -1))))
    .reduce((longest, key) => (key.length > longest.length ? key : longest), '')
  const rest = id.slice(pattern.length - 1)
  const files = (paths[pattern] ?? []).map(file => file.slice(2).replace('*', rest))
  return files.find(file => existsSync(join(root, file))) ?? files[0] ?? ''
}

/**
 * All subpaths with code. The table of subpaths is `exports` in package.json, and their sources are in tsconfig.json.
 */
export const entries: readonly Entry[] = Object.entries(pkg.exports).flatMap(([subpath, to]) => {
  if (typeof to === 'string') return []
  const name = subpath === '.' ? 'index' : subpath.slice(2)
  if (to.types !== `./dist/${name}.d.ts` || to.default !== `./dist/${name}.js`)
    throw new Error(`package.json: "${subpath}" must point to ./dist/${name}.d.ts and ./dist/${name}.js`)
  const id = `ctxc${subpath.slice(1)}`
  return [{ id, name, source: sourceOf(id) }]
})

/** Entries without those over a package that runs on servers only. */
export const browserEntries: readonly Entry[] = entries.filter(({ name }) => name !== 'run/dbos')

/** The command line: bundled like an entry, but not importable. */
export const cli: Entry = { id: 'ctxc (bin)', name: 'cli', source: 'src/cli/bin.ts' }

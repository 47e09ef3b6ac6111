import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type UserConfig } from 'tsdown'
import { cli, type Entry, entries } from './scripts/entries.ts'

const present = ({ id, source }: Entry): boolean => {
  if (existsSync(source)) return true
  console.warn(`not built: ${id} has no ${source}`) // `npm run exports` fails on it
  return false
}

const shared = {
  format: 'esm',
  platform: 'node',
  target: 'node22.15',
  fixedExtension: false, // .js and .d.ts, as in package.json
  minify: false,
  logLevel: 'warn', // a list of 270 files would be the first thing that a new user reads
  sourcemap: false, // the code is readable as it is, and maps would be a quarter of the package
} satisfies UserConfig

/** Parser of the command line: CommonJS, whose chunk imports `node:module`. No chunk of the library may, for browsers. */
const parser = 'commander'

/** Modules with the places of the data files, for Node and for elsewhere: package.json maps `#asset-urls` by condition. */
const assetURLs = {
  'asset-urls': 'src/core/asset/urls.ts',
  'asset-urls-elsewhere': 'src/core/asset/urls-elsewhere.ts',
}

/** Entries, by what is loaded together. */
interface Door {
  readonly name: string
  readonly opens: (entry: Entry) => boolean
  /** Number of its entries that need a module, for the module to be in its file. */
  readonly least?: number
}

/** Module that the core loads for the first compile. */
const compiler: Entry = { id: '', name: '', source: 'src/core/compile/agent-compiler.ts' }

/**
 * A module is in the file of the first door that reaches it. Whatever it imports is reached too, so that a file imports
 * only those before it, and no constant is read before it is there. Node takes about a millisecond for every file;
 * bundlers drop what is not used of one, but for what they cannot prove to be without effect.
 */
const doors: readonly Door[] = [
  { name: 'count', opens: ({ name }) => ['count', 'count/approximate'].includes(name) },
  { name: 'sessions', opens: ({ name }) => name === 'state' },
  { name: 'importers', opens: ({ name }) => name.startsWith('from') },
  { name: 'core', opens: ({ name }) => name === 'index' },
  { name: 'compiler', opens: ({ source }) => source === compiler.source },
  { name: 'handlers', opens: ({ name }) => name === 'effects' }, // the compiler loads it once a handler is asked
  { name: 'stores', opens: ({ name }) => ['chat', 'store'].includes(name) },
  { name: 'targets', opens: ({ name }) => name.startsWith('target/'), least: 2 },
  { name: 'runner', opens: ({ name }) => name === 'run' },
]

/** Returns what a bundler knows of a module. */
type Modules = (id: string) => { readonly importedIds: readonly string[] } | null

/** Returns the modules that loading one loads. */
function reachOf(id: string, moduleOf: Modules): ReadonlySet<string> {
  const reached = new Set([id])
  for (const each of reached) for (const next of moduleOf(each)?.importedIds ?? []) reached.add(next)
  return reached
}

/** Returns a function that names the file of a module. */
function chunkNames(): (id: string, moduleOf: Modules) => string | null {
  let reaches: (readonly ReadonlySet<string>[])[] | null = null
  return (id, moduleOf) => {
    if (!/[\\/]src[\\/].*(?<![.]d)[.](?:ts|json)$/.test(id)) return null // declarations are chunked by themselves
    reaches ??= doors.map(({ opens }) =>
      [...entries, compiler]
        .filter(opens)
        .map(({ source }) => reachOf(join(import.meta.dirname, source), moduleOf)),
    )
    const at = doors.findIndex(
      ({ least = 1 }, door) => (reaches?.[door] ?? []).filter(reach => reach.has(id)).length >= least,
    )
    return doors[at]?.name ?? null
  }
}
const chunkName = chunkNames()

/** A table of models without the sources of its rows, which are for who maintains it. */
const withoutSources = (table: string): string =>
  JSON.stringify(JSON.parse(table), (key, value) =>
    key === 'source' || key === 'note' || key === 'asOf' ? undefined : value,
  )

export default defineConfig([
  {
    ...shared,
    name: 'parser of the command line',
    entry: { [parser]: 'src/cli/commander.ts' },
    inputOptions: { checks: { pluginTimings: false } },
    outputOptions: { codeSplitting: false },
    dts: false,
    clean: false, // the rest is beside it
    deps: { onlyBundle: [parser] },
  },
  {
    ...shared,
    name: 'places of the data files',
    entry: assetURLs,
    dts: false,
    clean: false,
  },
  {
    ...shared,
    name: 'library and command line',
    // Together, so that the command line and the program that it reads share one copy of the library.
    entry: Object.fromEntries([...entries, cli].filter(present).map(({ name, source }) => [name, source])),
    dts: { sourcemap: false, compilerOptions: { stripInternal: true } },
    deps: { onlyBundle: ['stemmer', '@orama/stopwords', '@cfworker/json-schema', 'fflate'] }, // anything else bundled from node_modules is an error
    // Merged into an entry, shared code would be exported from there under names of its own.
    inputOptions: {
      experimental: { chunkOptimization: { mergeCommonChunks: false } },
      preserveEntrySignatures: 'allow-extension', // as chunks without their dependencies demand
      checks: { pluginTimings: false },
    },
    outputOptions: {
      comments: { jsdoc: false }, // they are in the declarations, which editors read
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [{ name: (id, context) => chunkName(id, each => context.getModuleInfo(each)) }],
      },
    },
    plugins: [
      {
        name: 'models without sources',
        transform: {
          filter: { id: /models\.json$/ },
          handler: code => ({ code: withoutSources(code), map: null }),
        },
      },
      {
        name: 'apart',
        resolveId: (id, importer) => {
          if (id === './commander.ts') return { id: `./${parser}.js`, external: true }
          const data = /^[.][.]\/asset\/(.+[.]json)$/.exec(id)?.[1]
          if (data !== undefined) return { id: `../${data}`, external: true }
          return importer?.endsWith('/asset/read-asset.ts') && id === './urls.ts'
            ? { id: '#asset-urls', external: true }
            : null
        },
        generateBundle(_, bundle) {
          delete bundle[`${cli.name}.d.ts`] // the command line exports nothing
        },
      },
    ],
    copy: [
      { from: 'src/core/diag/explain/*.md', to: 'dist/explain' },
      { from: 'src/core/asset/*.{bin,json}', to: 'dist' },
    ],
  },
])

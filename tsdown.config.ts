import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type UserConfig } from 'tsdown'
import { chunksOf, type Load, type Module } from './scripts/chunks.ts'
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

/** Modules that the library imports when they are needed first. */
const compiler = 'src/core/compile/agent-compiler.ts'
const targets = {
  openai: 'src/core/vendor/openai/write/responses/index.ts',
  'openai-chat': 'src/core/vendor/openai/write/chat/index.ts',
  anthropic: 'src/core/vendor/anthropic/write/index.ts',
  gemini: 'src/core/vendor/gemini/write/index.ts',
  'ai-sdk': 'src/core/vendor/ai-sdk/write/index.ts',
  text: 'src/core/target/text/index.ts',
}
const sourceOf = (name: string): string => entries.find(each => each.name === name)?.source ?? ''

/** Entries that a process may use without a compile. */
const usedAlone = ['index', 'count', 'protect', 'live', 'store']

/** What processes load until their first request, and each entry alone. */
const loads: readonly Load[] = [
  ...Object.entries(targets).flatMap(([name, target]) => {
    const reader = { openai: 'openai-responses', 'openai-chat': 'openai', text: 'plain' }[name] ?? name
    return [
      { modules: [...['index', `from/${reader}`].map(sourceOf), compiler, target], weight: 2 },
      { modules: [...['index', 'run', 'store'].map(sourceOf), compiler, target], weight: 2 },
    ]
  }),
  { modules: [sourceOf('ai-sdk'), compiler, targets['ai-sdk']], weight: 4 },
  ...entries.map(({ name, source }) => ({ modules: [source], weight: usedAlone.includes(name) ? 1 : 0.2 })),
].map(({ modules, weight }) => ({ modules: modules.map(each => join(import.meta.dirname, each)), weight }))

/** Returns a function that names the file of a module; null for a module of one entry, which is in the entry's file. */
function chunkNames(): (id: string, moduleOf: (id: string) => Module | null) => string | null {
  let chunks: ReadonlyMap<string, number> | null = null
  return (id, moduleOf) => {
    if (!/[\\/](?:src|node_modules)[\\/].*(?<![.]d)[.](?:[jt]s|json)$/.test(id)) return null // declarations are chunked by themselves
    chunks ??= chunksOf(rootsOf(moduleOf), loads, moduleOf)
    const chunk = chunks.get(id)
    return chunk === undefined ? null : `chunk-${chunk}`
  }
}

/** Returns the modules that are loaded by themselves: entries, and modules that are imported when they are needed. */
function rootsOf(moduleOf: (id: string) => Module | null): readonly string[] {
  const roots = new Set([...entries, cli].map(({ source }) => join(import.meta.dirname, source)))
  const seen = new Set(roots)
  for (const id of seen) {
    const { importedIds, dynamicallyImportedIds } = moduleOf(id) ?? {
      importedIds: [],
      dynamicallyImportedIds: [],
    }
    for (const each of dynamicallyImportedIds) if (moduleOf(each) !== null) roots.add(each)
    for (const each of [...importedIds, ...dynamicallyImportedIds]) seen.add(each)
  }
  return [...roots]
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
    deps: { onlyBundle: ['@noble/hashes', 'stemmer', '@orama/stopwords', '@cfworker/json-schema', 'fflate'] }, // anything else bundled from node_modules is an error
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

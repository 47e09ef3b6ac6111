import { existsSync } from 'node:fs'
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
  target: 'node20.19',
  fixedExtension: false, // .js and .d.ts, as in package.json
  minify: false,
  logLevel: 'warn', // a list of 270 files would be the first thing that a new user reads
  sourcemap: false, // the code is readable as it is, and maps would be a quarter of the package
} satisfies UserConfig

/** What parses the command line: CommonJS, whose chunk imports `node:module`. No chunk of the library may, for browsers. */
const parser = 'commander'

/** Modules with the places of the data files, for Node and for elsewhere: package.json maps `#asset-urls` by condition. */
const assetURLs = { 'asset-urls': 'src/asset/urls.ts', 'asset-urls-elsewhere': 'src/asset/urls-elsewhere.ts' }

/**
 * Chunks by what is needed together. Bundlers drop a chunk of which nothing is used, but keep of a used one what they cannot
 * prove to be without effect, and the chunks that it imports: what a plain compile does without shares no chunk with it.
 * Node takes about a millisecond for every file, so small ones that many need are together. A chunk imports no other one of
 * the files that import it, or constants may be read before they are there.
 */
const chunks = [
  {
    name: 'check',
    files: 'check/|target/all-targets|explain/diff|diag/(?:channel|dead|flow)(?=[.])',
    entriesAware: true,
  },
  { name: 'schema', files: 'data/schema' },
  {
    name: 'base',
    files:
      '(?:ir/(?:describe-file|event|json|media-type|scope|trust)|text/(?:builtin|columns|depth|digest|json|nearest|number|promise|reason|suggest)|validate/(?:check|declaration-error|describe|suggest)|cache/marks|count/(?:base64|held-media)|lower/(?:arguments|repairs)|session/(?:state|unit/table)|state/key|trust/tag)(?=[.])',
  },
  { name: 'diagnostics', files: 'diag/(?:catalogue|instruction|make|new-item|target)(?=[.])' },
  {
    name: 'importers',
    files: 'from/(?:(?:adk|agents-sdk|anthropic|gemini|openai)/(?!dialects)|(?:call-)?settings)',
  },
  {
    name: 'targets',
    files:
      'target/(?:reshape/|subset/|openai/shared/(?:pieces|schema)|(?:answer|automaton|call|checked|config-draft|head|link-id|native-tool|references|request-fields|rule|shared-mark|target|writer|new-item|schema|sent-schema|wire-types)(?=[.])|vendor-form/snake|anthropic/(?:parameters|schema|spent|thinking)|gemini/wire|ai-sdk/thinking)',
  },
].map(({ files, ...chunk }) => ({
  ...chunk,
  test: new RegExp(`[/\\\\]src[/\\\\](?:${files}).*(?<![.]d)[.]ts$`), // declarations are chunked by themselves
  includeDependenciesRecursively: false,
}))

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
    deps: { onlyBundle: ['stemmer', '@orama/stopwords', '@cfworker/json-schema'] }, // anything else bundled from node_modules is an error
    // Merged into an entry, shared code would be exported from there under names of its own.
    inputOptions: {
      experimental: { chunkOptimization: { mergeCommonChunks: false } },
      preserveEntrySignatures: 'allow-extension', // as chunks without their dependencies demand
      checks: { pluginTimings: false },
    },
    outputOptions: { codeSplitting: { groups: chunks } },
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
      { from: 'src/diag/explain/*.md', to: 'dist/explain' },
      { from: 'src/asset/*.bin', to: 'dist' },
    ],
    loader: { '.bin': 'base64' },
  },
])

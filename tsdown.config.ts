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
  sourcemap: false, // the code is readable as it is, and maps would be a quarter of the package
} satisfies UserConfig

/** What parses the command line: CommonJS, whose chunk imports `node:module`. No chunk of the library may, for browsers. */
const parser = 'commander'

export default defineConfig([
  {
    ...shared,
    name: 'parser of the command line',
    entry: { [parser]: 'src/cli/commander.ts' },
    outputOptions: { codeSplitting: false },
    dts: false,
    clean: false, // the rest is beside it
    deps: { onlyBundle: [parser] },
  },
  {
    ...shared,
    name: 'library and command line',
    // Together, so that the command line and the program that it reads share one copy of the library.
    entry: Object.fromEntries([...entries, cli].filter(present).map(({ name, source }) => [name, source])),
    dts: { sourcemap: false, compilerOptions: { stripInternal: true } },
    deps: { onlyBundle: ['stemmer', '@orama/stopwords'] }, // anything else bundled from node_modules is an error
    plugins: [
      {
        name: 'parser apart',
        resolveId: id => (id === './commander.ts' ? { id: `./${parser}.js`, external: true } : null),
        generateBundle(_, bundle) {
          delete bundle[`${cli.name}.d.ts`] // the command line exports nothing
        },
      },
    ],
    copy: [
      { from: 'src/diag/explain/*.md', to: 'dist/explain' },
      { from: 'src/count/*.bin', to: 'dist' },
      { from: 'src/context/relevant/*.bin', to: 'dist' },
    ],
    loader: { '.bin': 'base64' },
  },
])

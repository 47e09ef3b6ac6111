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

export default defineConfig([
  {
    ...shared,
    name: 'library',
    entry: Object.fromEntries(entries.filter(present).map(({ name, source }) => [name, source])),
    dts: { sourcemap: false, compilerOptions: { stripInternal: true } },
    deps: { onlyBundle: ['stemmer', '@orama/stopwords'] }, // anything else bundled from node_modules is an error
    copy: [
      { from: 'src/diag/explain/*.md', to: 'dist/explain' },
      { from: 'src/count/*.bin', to: 'dist' },
      { from: 'src/context/relevant/*.bin', to: 'dist' },
    ],
    loader: { '.bin': 'base64' },
  },
  {
    ...shared,
    name: 'command line',
    entry: Object.fromEntries([cli].filter(present).map(({ name, source }) => [name, source])),
    // A chunk shared with CommonJS code (commander) imports `node:module`, which no browser has.
    outputOptions: { codeSplitting: false },
    dts: false,
    clean: false, // the library is beside it
    deps: { onlyBundle: ['commander', 'stemmer', '@orama/stopwords'] },
  },
])

import { existsSync } from 'node:fs'
import { defineConfig, type UserConfig } from 'tsdown'
import { cli, entries } from './scripts/entries.ts'

const present = [...entries, cli].filter(({ id, source }) => {
  if (existsSync(source)) return true
  console.warn(`not built: ${id} has no ${source}`) // `npm run exports` fails on it
  return false
})

/** A map of a vocabulary would be as large as the vocabulary. */
const noMapOfData: UserConfig['plugins'] = {
  name: 'no-map-of-data',
  generateBundle(_options, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (!/^count\/.*\.js$/.test(name) || file.type !== 'chunk') continue
      delete bundle[`${name}.map`]
      file.code = file.code.replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n')
    }
  },
}

export default defineConfig({
  entry: Object.fromEntries(present.map(({ name, source }) => [name, source])),
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false, // .js and .d.ts, as in package.json
  dts: {
    entry: entries.map(({ source }) => source),
    sourcemap: false,
    compilerOptions: { stripInternal: true },
  }, // the command line has no types
  sourcemap: true,
  minify: false,
  deps: { onlyBundle: ['commander', 'stemmer', '@orama/stopwords'] }, // anything else bundled from node_modules is an error
  copy: [
    { from: 'src/diag/explain/*.md', to: 'dist/explain' },
    { from: 'src/count/*.bin', to: 'dist' },
    { from: 'src/context/relevant/*.bin', to: 'dist' },
  ],
  loader: { '.bin': 'base64' },
  plugins: noMapOfData,
})

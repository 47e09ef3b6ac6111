import type { KnipConfig } from 'knip'
import { cli, entries } from './scripts/entries.ts'

export default {
  entry: [
    ...[...entries, cli].map(({ source }) => source),
    '{src,test,bench}/**/*.{test,test-d}.ts',
    'examples/{*,*/index}.ts',
    'bench/*.ts',
    'bench/measure/{first-count,memory-child}.ts',
  ],
  project: '{src,test,examples,scripts,bench}/**/*.ts',
  ignoreExportsUsedInFile: { interface: true, type: true }, // the shape of a public type is public
  ignoreDependencies: ['@arethetypeswrong/cli'], // run by scripts/exports.ts
} satisfies KnipConfig

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import type { Program } from './programs.ts'

/** Forms of a program: it imports packages from node_modules, is one file with them, or several. */
export const forms = ['unbundled', 'bundled', 'split'] as const

/** Main file of each form of a program. */
export type Files = Readonly<Record<(typeof forms)[number], string>>

/** Folder of an installed package. */
const folderOf = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

const options: BuildOptions = {
  bundle: true,
  minify: true,
  platform: 'node',
  format: 'esm',
  tsconfigRaw: {}, // the repository's own points to the sources
  chunkNames: '[name]-[hash]',
  // The AI SDK has CommonJS below it, which calls `require` for modules of Node.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
  },
  logLevel: 'error',
  logOverride: { 'import-is-undefined': 'silent' },
}

/**
 * Writes the programs into a folder, whose node_modules has the AI SDK and a build of ctxc. Bundles are minified.
 */
export async function prepare(
  folder: string,
  checkout: string,
  programs: readonly Program[],
): Promise<ReadonlyMap<string, Files>> {
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  symlinkSync(checkout, join(folder, 'node_modules/ctxc'))
  symlinkSync(folderOf('ai'), join(folder, 'node_modules/ai'))
  writeFileSync(join(folder, 'package.json'), '{ "name": "app", "private": true, "type": "module" }')
  const written = programs.map(async ({ name, code }) => {
    const file = name.replaceAll(/[^a-z]+/gi, '-')
    const unbundled = join(folder, `${file}.js`)
    const bundled = join(folder, `${file}.bundle.js`)
    const split = join(folder, 'split', `${file}.js`)
    writeFileSync(unbundled, code)
    await build({ ...options, entryPoints: [unbundled], outfile: bundled })
    await build({ ...options, entryPoints: [unbundled], outdir: join(folder, 'split'), splitting: true })
    return [name, { unbundled, bundled, split }] as const
  })
  return new Map(await Promise.all(written))
}

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import type { Program } from './programs.ts'

/** Files of a program: one that imports packages from node_modules, and one into which they are bundled. */
export interface Files {
  readonly unbundled: string
  readonly bundled: string
}

/** Folder of an installed package. */
const folderOf = (name: string): string =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

/**
 * Writes the programs into a folder, whose node_modules has the AI SDK and a build of ctxc. Bundles are minified, and
 * have one file each, as those for AWS Lambda have.
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
    writeFileSync(unbundled, code)
    await build({
      entryPoints: [unbundled],
      outfile: bundled,
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      tsconfigRaw: {}, // the repository's own points to the sources
      // The AI SDK has CommonJS below it, which calls `require` for modules of Node.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
      },
      logLevel: 'error',
      logOverride: { 'import-is-undefined': 'silent' },
    })
    return [name, { unbundled, bundled }] as const
  })
  return new Map(await Promise.all(written))
}

import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Content } from './layout.ts'
import { searchIndex } from './search-index.ts'

const client = join(import.meta.dirname, 'client')

/** Writes the style, the script and the search index beside TypeDoc's style, and removes the files of its own frame. */
export async function writeAssets(site: string, pages: readonly Content[]): Promise<void> {
  const assets = join(site, 'assets')
  for (const file of ['hierarchy.js', 'icons.js', 'icons.svg', 'main.js', 'navigation.js', 'search.js'])
    rmSync(join(assets, file), { force: true })
  copyFileSync(join(client, 'site.css'), join(assets, 'site.css'))
  writeFileSync(join(assets, 'search-index.js'), searchIndex(pages))
  await build({
    entryPoints: [join(client, 'site.ts')],
    outfile: join(assets, 'site.js'),
    bundle: true,
    minify: true,
    format: 'iife', // a browser loads no module from a folder
    target: 'es2022',
    tsconfigRaw: {},
    logLevel: 'error',
  })
}

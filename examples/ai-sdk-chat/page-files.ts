// The files of the page. Its script is bundled when the server starts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

export interface PageFile {
  readonly type: string
  readonly content: Uint8Array
}

export async function pageFiles(): Promise<ReadonlyMap<string, PageFile>> {
  const folder = join(import.meta.dirname, 'page')
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'page.ts')],
    ...{ bundle: true, write: false, minify: true, format: 'esm', target: 'es2022', logLevel: 'error' },
  })
  const [script] = outputFiles
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', content: readFileSync(join(folder, 'index.html')) }],
    ['/page.js', { type: 'text/javascript', content: script?.contents ?? new Uint8Array() }],
  ])
}

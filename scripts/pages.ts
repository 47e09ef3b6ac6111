import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { targetNames } from '../src/core/ir/target-name.ts'
import { models } from '../test/targets.ts'

/** Sizes of the files that a page loads for a compile with one importer and one target. */
export interface PageSize {
  readonly target: string
  readonly files: number
  readonly kB: number
  readonly gzipKB: number
  /** Size of the files that are loaded before a compile names its target. */
  readonly firstGzipKB: number
}

const program = `
import { compile } from 'ctxc'
import { approximate as count } from 'ctxc/count/approximate'
import { fromOpenAI } from 'ctxc/from/openai'
export const run = options => compile(fromOpenAI([{ role: 'user', content: 'Hello' }]), { ...options, count })
`

/**
 * Splits a program into files, as an app's bundler would. Returns the size of the files that a new process loads for
 * each target.
 */
export async function pageSizes(folder: string): Promise<readonly PageSize[]> {
  const outdir = join(folder, 'page')
  writeFileSync(join(folder, 'page.js'), program)
  await build({
    entryPoints: [join(folder, 'page.js')],
    bundle: true,
    minify: true,
    splitting: true,
    platform: 'browser',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    tsconfigRaw: {}, // the repository's own points to the sources
    outdir,
    logLevel: 'error',
  })
  return targetNames.map(target => {
    const { first, all } = loadedFor({ target, model: models[target] }, outdir)
    const [sizes, gzipped] = [all, all.map(code => gzipSync(code))].map(kB) as [number, number]
    const firstGzipKB = kB(first.map(code => gzipSync(code)))
    return { target, files: all.length, kB: sizes, gzipKB: gzipped, firstGzipKB }
  })
}

const kB = (files: readonly Buffer[]): number =>
  Math.round(files.reduce((sum, { length }) => sum + length, 0) / 1024)

/** Files that are loaded before a compile, and until it is done. */
function loadedFor(options: object, outdir: string): { readonly first: Buffer[]; readonly all: Buffer[] } {
  const running = `
    import { registerHooks } from 'node:module'
    const urls = []
    registerHooks({ load: (url, context, next) => (url.startsWith('file:') && urls.push(url), next(url, context)) })
    const { run } = await import(${JSON.stringify(join(outdir, 'page.mjs'))})
    const first = [...urls]
    const { ok } = await run(${JSON.stringify(options)})
    if (!ok) throw new Error('no request')
    console.log(JSON.stringify({ first, all: urls }))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', running], {
    encoding: 'utf8',
  })
  const { first, all } = JSON.parse(printed) as { first: string[]; all: string[] }
  const read = (urls: readonly string[]): Buffer[] => urls.map(url => readFileSync(new URL(url)))
  return { first: read(first), all: read(all) }
}

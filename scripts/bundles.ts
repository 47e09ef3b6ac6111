// Bundles a program for a browser, an edge worker and a Node server, runs each bundle, and writes down the sizes.
// Every bundle must compile the same request as the package does unbundled. `--all` fails without Chromium. The pages are
// what an app that is split into files loads for one importer and one target, without the conversation.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build as esbuild } from 'esbuild'
import { Miniflare } from 'miniflare'
import { build as vite } from 'vite'
import { findChromium } from './browser/chromium.ts'
import { ensureBuilt } from './built.ts'
import { root } from './entries.ts'
import { pageSizes } from './pages.ts'

type Counter = 'approximate' | 'o200k' | 'installed'

// Outside the checkout, because the checkout's own package would be found before the package in node_modules.
const folder = mkdtempSync(join(tmpdir(), 'ctxc-bundles-'))
const messages = Array.from({ length: 400 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${at}: the build of the parser failed again, and {"path":"/src/main.ts","line":${at}} shows where.`,
}))

/** A program that compiles a long conversation for Claude. */
const program = (counter: Counter): string => `
import { compile } from 'ctxc'
import { fromAnthropic } from 'ctxc/from/anthropic'
${counter === 'installed' ? '' : `import { ${counter} as count } from 'ctxc/count/${counter}'`}
export async function run() {
  const conversation = fromAnthropic(${JSON.stringify([...messages, { role: 'user', content: 'Why?' }])})
  const { ok, request, tokens } = await compile(conversation, { model: 'claude-sonnet-5', budget: 4000${counter === 'installed' ? '' : ', count'} })
  return JSON.stringify({ ok, messages: request?.messages.length, tokens: tokens.input })
}
`

/** Code at the end of the bundle for each runtime, which uses the result. */
const endings = {
  node: 'run().then(result => console.log(result))',
  browser:
    'run().then(result => { document.body.textContent = result }, error => { document.body.textContent = error })',
  worker: 'export default { fetch: async () => new Response(await run()) }',
}
type Place = keyof typeof endings

mkdirSync(join(folder, 'node_modules'), { recursive: true })
symlinkSync(root, join(folder, 'node_modules/ctxc'))
// The folder has its own package.json, so that one in a parent folder is not used.
writeFileSync(join(folder, 'package.json'), '{ "name": "app", "private": true }')
ensureBuilt()

/** File of a program. It resolves `ctxc` as an app does, through the exports in package.json. */
function entryOf(place: Place, counter: Counter): string {
  const file = join(folder, `${place}-${counter}.js`)
  writeFileSync(file, `${program(counter)}${endings[place]}\n`)
  return file
}

async function withEsbuild(place: Place, counter: Counter, format: 'esm' | 'cjs' | 'iife'): Promise<string> {
  const { outputFiles } = await esbuild({
    entryPoints: [entryOf(place, counter)],
    bundle: true,
    minify: true,
    platform: place === 'node' ? 'node' : 'browser',
    format,
    tsconfigRaw: {}, // the repository's own points to the sources
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0]!.text
}

async function withVite(place: Place, counter: Counter, format: 'es' | 'iife'): Promise<string> {
  const built = await vite({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      lib: { entry: entryOf(place, counter), formats: [format], name: 'app' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const output = (Array.isArray(built) ? built : [built]).flatMap(each =>
    'output' in each ? each.output : [],
  )
  const chunk = output.find(file => file.type === 'chunk')
  if (!chunk || output.filter(file => file.type === 'chunk').length !== 1)
    throw new Error('Vite made no single chunk')
  return chunk.code
}

function onNode(code: string, name: string, extension: string): string {
  const file = join(folder, `${name}.${extension}`)
  writeFileSync(file, code)
  return execFileSync(process.execPath, [file], { encoding: 'utf8' }).trim()
}

async function inWorker(code: string): Promise<string> {
  const worker = new Miniflare({
    // The modules are listed, because Miniflare cannot resolve an `import(name)` that only some programs reach.
    modules: [{ type: 'ESModule', path: 'worker.js', contents: code }],
    compatibilityDate: '2026-01-01',
  })
  try {
    const response = await worker.dispatchFetch('http://localhost/')
    return await response.text()
  } finally {
    await worker.dispose()
  }
}

const browser = findChromium()

function inBrowser(code: string, name: string): string | null {
  if (browser === null) return null
  const page = join(folder, `${name}.html`)
  const script = code.replaceAll('</script', '<\\/script')
  writeFileSync(page, `<!doctype html><meta charset="utf-8"><body></body><script>${script}</script>`)
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=20000', '--dump-dom']
  const dom = execFileSync(browser, [...flags, `file://${page}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 60_000,
  })
  return /<body>([^<]*)/.exec(dom)?.[1] ?? dom
}

interface Row {
  readonly bundle: string
  readonly kB: number
  readonly gzipKB: number
  readonly ran: string | null
}
const rows: Row[] = []
const failed: string[] = []

async function add(
  place: Place,
  bundler: string,
  counter: Counter,
  code: string,
  run: (name: string) => string | null | Promise<string | null>,
): Promise<void> {
  const name = `${place}-${bundler}-${counter}`
  const ran = await run(name)
  const expected = await unbundled(counter)
  if (ran === null ? process.argv.includes('--all') : ran !== expected)
    failed.push(`${name}: ${ran ?? 'no Chromium'}, not ${expected}`)
  const bytes = Buffer.byteLength(code)
  const kB = (size: number): number => Math.round(size / 1024)
  rows.push({
    bundle: name,
    kB: kB(bytes),
    gzipKB: kB(gzipSync(code).length),
    ran: ran && (ran === expected ? 'ok' : 'differs'),
  })
}

const results = new Map<Counter, string>()
/** Returns the output of the unbundled package. */
async function unbundled(counter: Counter): Promise<string> {
  const known = results.get(counter)
  if (known !== undefined) return known
  const ran = onNode(`${program(counter)}${endings.node}\n`, `unbundled-${counter}`, 'mjs')
  results.set(counter, ran)
  return ran
}

for (const counter of ['approximate', 'o200k'] as const) {
  const page = await withEsbuild('browser', counter, 'iife')
  await add('browser', 'esbuild', counter, page, name => inBrowser(page, name))
  const vitePage = await withVite('browser', counter, 'iife')
  await add('browser', 'vite', counter, vitePage, name => inBrowser(vitePage, name))
  const worker = await withEsbuild('worker', counter, 'esm')
  await add('worker', 'esbuild', counter, worker, () => inWorker(worker))
}
const viteWorker = await withVite('worker', 'approximate', 'es')
await add('worker', 'vite', 'approximate', viteWorker, () => inWorker(viteWorker))
for (const counter of ['approximate', 'installed'] as const) {
  const module = await withEsbuild('node', counter, 'esm')
  await add('node', 'esbuild-esm', counter, module, name => onNode(module, name, 'mjs'))
  const common = await withEsbuild('node', counter, 'cjs')
  await add('node', 'esbuild-cjs', counter, common, name => onNode(common, name, 'cjs'))
}

const pages = await pageSizes(folder)

/** Returns the milliseconds that a new process needs to import a subpath: the median of nine runs. */
function importTime(id: string): number {
  const code = `const from = performance.now(); await import('${id}'); console.log(performance.now() - from)`
  const times = Array.from({ length: 9 }, () =>
    Number(
      execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
        cwd: root,
        encoding: 'utf8',
      }),
    ),
  )
  return Math.round(times.sort((left, right) => left - right)[4]!)
}
const imports = Object.fromEntries(
  ['ctxc', 'ctxc/ai-sdk', 'ctxc/memory', 'ctxc/count', 'ctxc/count/approximate'].map(id => [
    id,
    importTime(id),
  ]),
)

console.table(rows)
console.table(pages)
console.log('import, ms', imports)
writeFileSync(
  join(root, 'bench/results/bundles.json'),
  `${JSON.stringify({ note: 'npm run bundles: minified; bundles are one file with the conversation (40 kB), pages the files that are loaded for fromOpenAI and one target', node: process.version, bundles: rows, pages, importMs: imports }, null, 2)}\n`,
)
rmSync(folder, { recursive: true, force: true })
for (const line of failed) console.error(line)
if (failed.length > 0) process.exitCode = 1

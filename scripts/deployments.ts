// Builds an app that uses the packed package by the tools that people deploy with, copies what each tool made into an empty folder
// outside of the project, starts it there, and compares how its answer was counted. docs/production.md says what each needs.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { ensureBuilt } from './built.ts'
import { type Answer, askHandler, askServer } from './deployments/started.ts'
import { root } from './entries.ts'
import { pack } from './pack.ts'

type Counted = 'exact' | 'approximate, one warning'

/** Deployment tool: `build` makes the files in an empty folder, and `ask` starts them and returns the answer. */
interface Deployment {
  readonly name: string
  readonly build: (to: string) => void
  readonly ask: (folder: string) => Promise<readonly Answer[]>
  /** Ways in which the tokens of the answers were counted. */
  readonly counted: readonly Counted[]
}

ensureBuilt()
const work = mkdtempSync(join(tmpdir(), 'ctxc-deployments-'))
const app = join(work, 'app')

/** Runs a tool in the app. */
function run(command: string, ...args: string[]): void {
  try {
    execFileSync(command, args, {
      cwd: app,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string }
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`)
  }
}
const own = (tool: string): string => join(root, 'node_modules/.bin', tool)
const esbuild = (file: string, out: string, format: 'esm' | 'cjs'): void =>
  // CommonJS packages call `require`, which does not exist in an ES module.
  run(
    own('esbuild'),
    ...[file, '--bundle', '--platform=node', `--format=${format}`, `--outfile=${out}`, '--log-level=error'],
    ...(format === 'esm'
      ? [
          "--banner:js=import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
        ]
      : []),
  )

/** Copies the data files of the package to a folder. */
function copyData(to: string): void {
  for (const file of globSync('node_modules/ctxc/dist/*.bin', { cwd: app }))
    cpSync(join(app, file), join(to, basename(file)))
}

/** Zips a folder as the archive of a cloud function, and unzips the archive in another folder. */
function throughZip(from: string, to: string): void {
  const { zipSync, unzipSync } = createRequire(join(app, 'package.json'))('fflate') as {
    zipSync: (files: Record<string, Uint8Array>, options: { level: 1 }) => Uint8Array
    unzipSync: (archive: Uint8Array) => Record<string, Uint8Array>
  }
  const files = globSync('**', { cwd: from, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = files.map(entry => join(entry.parentPath, entry.name))
  const archive = zipSync(
    Object.fromEntries(paths.map(path => [path.slice(from.length + 1), readFileSync(path)])),
    { level: 1 },
  )
  for (const [path, bytes] of Object.entries(unzipSync(archive))) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    writeFileSync(join(to, path), bytes)
  }
}

const asModule = (folder: string): void => writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
const askAtRoot = (folder: string): Promise<readonly Answer[]> => askServer(folder, 'server.js', ['/'])

const deployments: readonly Deployment[] = [
  {
    name: 'esbuild, alone',
    build(to) {
      esbuild('src/server.js', join(to, 'server.js'), 'esm')
      asModule(to)
    },
    ask: askAtRoot,
    counted: ['approximate, one warning'],
  },
  {
    name: 'esbuild, data files beside',
    build(to) {
      esbuild('src/server.js', join(to, 'server.js'), 'esm')
      asModule(to)
      copyData(to)
    },
    ask: askAtRoot,
    counted: ['exact'],
  },
  {
    name: 'Lambda, bundle in CommonJS and data files in the zip',
    build(to) {
      const from = join(work, 'function')
      esbuild('src/handler.js', join(from, 'index.js'), 'cjs')
      copyData(from)
      throughZip(from, to)
    },
    ask: async folder => [await askHandler(folder, 'index.js')],
    counted: ['exact'],
  },
  {
    name: 'Lambda, node_modules in the zip',
    build(to) {
      const from = join(work, 'function-with-modules')
      cpSync(join(app, 'src'), from, { recursive: true })
      asModule(from)
      for (const name of [
        'ctxc',
        'ai',
        '@ai-sdk',
        '@standard-schema',
        '@vercel',
        '@workflow',
        'eventsource-parser',
        'zod',
        'json-schema',
      ])
        cpSync(join(app, 'node_modules', name), join(from, 'node_modules', name), { recursive: true })
      throughZip(from, to)
    },
    ask: async folder => [await askHandler(folder, 'handler.js')],
    counted: ['exact'],
  },
  {
    name: 'Vite SSR, data files beside',
    build(to) {
      run(own('vite'), 'build', '--ssr', 'src/server.js', '--outDir', to, '--logLevel', 'error')
      asModule(to)
      copyData(to)
    },
    ask: askAtRoot,
    counted: ['exact'],
  },
  {
    name: 'Next.js standalone: Node, edge, edge with o200k',
    build(to) {
      run('node', 'node_modules/next/dist/bin/next', 'build')
      cpSync(join(app, '.next/standalone'), to, { recursive: true })
    },
    ask: folder => askServer(folder, 'server.js', ['/api/node', '/api/edge', '/api/edge-exact']),
    counted: ['exact', 'approximate, one warning', 'exact'],
  },
]

/** Returns how the tokens of an answer were counted; the answer itself if the way is unknown. */
function countedIn(answer: Answer): string {
  const missing = answer.codes.filter(code => code === 'CX4010').length
  if (!/^\d+ messages$/.test(answer.text)) return JSON.stringify(answer)
  if (answer.exact && missing === 0) return 'exact'
  return !answer.exact && missing === 1 ? 'approximate, one warning' : JSON.stringify(answer)
}

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

let failed = 0
try {
  const from = performance.now()
  cpSync(join(import.meta.dirname, 'deployments/app'), app, { recursive: true })
  cpSync(join(root, '.npmrc'), join(app, '.npmrc'))
  run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', pack().tarball)
  console.log(`packed and installed, ${seconds(from)}`)
  const chosen = process.argv.slice(2)
  for (const { name, build, ask, counted } of deployments.filter(
    each => chosen.length === 0 || chosen.some(word => each.name.includes(word)),
  )) {
    const since = performance.now()
    const to = mkdtempSync(join(tmpdir(), 'ctxc-deployed-'))
    try {
      build(to)
      const found = (await ask(to)).map(countedIn)
      const isRight = found.join('; ') === counted.join('; ')
      if (!isRight) failed++
      console.log(`${isRight ? 'ok' : 'FAIL'} ${name}: ${found.join('; ')}, ${seconds(since)}`)
    } catch (error) {
      failed++
      console.log(`FAIL ${name}: ${String(error)}`)
    } finally {
      rmSync(to, { recursive: true, force: true })
    }
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
if (failed > 0) process.exitCode = 1

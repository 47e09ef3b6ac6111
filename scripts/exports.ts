// Packs the package, and checks that every entry point is in it, well formed and with types.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { build } from 'esbuild'
import { targetNames } from '../src/core/ir/target-name.ts'
import { ensureBuilt } from './built.ts'
import { checkConsumer } from './consumer.ts'
import { browserEntries, cli, entries, root } from './entries.ts'
import { type Lock, withoutIntegrity } from './lock.ts'
import { pack } from './pack.ts'

process.chdir(root)
ensureBuilt()

const wrong = [
  ...[...entries, cli]
    .filter(({ source }) => !existsSync(source))
    .map(({ id, source }) => `${id}: no ${source}`),
  ...entries
    .flatMap(({ name }) => [`dist/${name}.js`, `dist/${name}.d.ts`])
    .filter(file => !existsSync(file)),
]
wrong.push(
  ...targetNames
    .filter(target => !entries.some(({ name }) => name === `target/${target}`))
    .map(target => `package.json: no "./target/${target}" exports the types of the target '${target}'`),
)
const bin = `dist/${cli.name}.js`
try {
  accessSync(bin, constants.X_OK)
  if (!readFileSync(bin, 'utf8').startsWith('#!/usr/bin/env node\n')) wrong.push(`${bin}: no node shebang`)
} catch {
  wrong.push(`${bin}: missing or not executable`)
}

// Each module must be in only one file, so that the command line and its programs share one copy of the library.
const holders = new Map<string, string>()
for (const file of globSync('dist/**/*.js'))
  for (const [, module = ''] of readFileSync(file, 'utf8').matchAll(/^\/\/ (src\/\S+\.ts)$/gm)) {
    const known = holders.get(module)
    if (known !== undefined) wrong.push(`${module} is in ${known} and in ${file}`)
    holders.set(module, file)
  }

// A file in an import cycle may run before the constants that it reads exist: bundlers choose another order.
const staticOnly = { dependencyTypesNot: ['dynamic-import' as const] }
const { output } = await cruise(['dist'], {
  ruleSet: {
    forbidden: [
      {
        name: 'no-cycle',
        severity: 'error',
        from: {},
        to: { circular: true, viaOnly: staticOnly, ...staticOnly },
      },
    ],
  },
  validate: true,
  exclude: '[.]d[.]ts$|node_modules',
})
for (const { from, cycle = [] } of (output as ICruiseResult).summary.violations)
  wrong.push(
    `${[from, ...cycle.map(({ name }) => name)].join(' -> ')}: put what both need into a chunk (tsdown.config.ts)`,
  )

for (const lock of [
  'package-lock.json',
  'bench/package-lock.json',
  'scripts/deployments/app/package-lock.json',
])
  for (const path of withoutIntegrity(JSON.parse(readFileSync(lock, 'utf8')) as Lock))
    wrong.push(`${lock}: ${path} has no integrity: npm run integrity`)

// A browser has no `node:` modules, but a bundler resolves the imports of every chunk, even of unused ones.
const bundled = await build({
  entryPoints: browserEntries.map(({ name }) => `dist/${name}.js`).filter(file => existsSync(file)),
  bundle: true,
  splitting: true,
  platform: 'browser',
  format: 'esm',
  external: ['langchain', '@langchain/*', '@openai/*'],
  outdir: 'unused',
  write: false,
  logLevel: 'silent',
}).catch((failed: { errors: { text: string; location: { file: string } | null }[] }) => failed)
wrong.push(...bundled.errors.map(({ text, location }) => `${location?.file ?? 'dist'}: ${text}`))

const { tarball, size, files } = pack()
console.log(`${basename(tarball)}: ${Math.ceil(size / 1024)} kB`)
const inside = new Set(files)
// Pictures are for the pages on the web: their text says what they show.
for (const page of [...inside]
  .filter(path => path === 'README.md' || path.startsWith('docs/'))
  .filter(path => path.endsWith('.md')))
  for (const [, mark, link = ''] of readFileSync(page, 'utf8').matchAll(
    /(!?)\[[^\]]*\]\((?!https?:|#)([^)#\s]+)/g,
  ))
    if (mark === '' && !inside.has(join(dirname(page), link)))
      wrong.push(`${page}: the package has no ${link}`)
for (const path of inside) if (path.endsWith('.map')) wrong.push(`${path}: a map is packed`)

// Users skip this check of declarations, so a fault that bundling makes would become `any` for them.
const declarations = [...globSync('dist/**/*.d.ts'), '--ignoreConfig', '--noEmit', '--strict']
const typed = ['--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023', '--types', 'node']
for (const [tool, ...args] of [
  ['tsc', ...declarations, ...typed],
  ['publint', 'run', tarball, '--strict'],
  ['attw', tarball, '--profile', 'esm-only'],
] as const) {
  const run = spawnSync(join('node_modules/.bin', tool), args, { encoding: 'utf8' })
  console.log(`${tool}: ${run.status === 0 ? 'ok' : 'FAILED'}`)
  if (run.status === 0) continue
  wrong.push(tool)
  console.error(run.stdout, run.stderr)
}
for (const { name, said } of checkConsumer(tarball)) {
  console.log(`consumer under ${name}: ${said === '' ? 'ok' : 'FAILED'}`)
  if (said === '') continue
  wrong.push(name)
  console.error(said)
}
for (const line of wrong) console.error(line)
if (wrong.length > 0) process.exit(1)

// Packs the package and checks what a user would install: every entry point there, well formed and typed.
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from './built.ts'
import { cli, entries, root } from './entries.ts'

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
const bin = `dist/${cli.name}.js`
try {
  accessSync(bin, constants.X_OK)
  if (!readFileSync(bin, 'utf8').startsWith('#!/usr/bin/env node\n')) wrong.push(`${bin}: no node shebang`)
} catch {
  wrong.push(`${bin}: missing or not executable`)
}
for (const line of wrong) console.error(line)

const folder = join(root, 'node_modules/.cache/pack')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
// --ignore-scripts: dist is already built
const pack = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
  encoding: 'utf8',
  stdio: ['ignore', 'pipe', 'ignore'],
})
const packed = Object.values(JSON.parse(pack) as Record<string, { filename: string; size: number }>)[0]!
const tarball = join(folder, packed.filename)
console.log(`${packed.filename}: ${Math.ceil(packed.size / 1024)} kB`)

// Users skip this check, and what is wrong in a declaration is `any` to them: bundling may rename what it should not.
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
if (wrong.length > 0) process.exit(1)

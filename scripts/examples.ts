// Runs every example with the package as built, without keys. An example fails if it ends with another code than 0, or prints something
// else than its README shows; `--update` writes the README's block again. `check.ts` of an example runs in place of `index.ts`.
// `--installed` runs the copies that `ctxc example` makes where the packed package is installed; of an example with a page it starts
// the server and asks for the page.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { ensureBuilt } from './built.ts'
import { root } from './entries.ts'
import { compareOutput } from './examples/compare-output.ts'
import { type App, installApp } from './examples/installed.ts'
import { problemOfServer } from './examples/served.ts'

process.chdir(root)
ensureBuilt()

// Without the environment's keys, because an example with a key calls the real provider.
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/_(API_KEY|AUTH_TOKEN|BASE_URL)$/.test(name)),
)
const isUpdate = process.argv.includes('--update')
const names = process.argv.slice(2).filter(word => !word.startsWith('--'))

/** First block of a README that shows output. */
const block = /^```text\n([\s\S]*?)^```$/m

/** Returns the file that is run for an example. */
function fileIn(folder: string): string {
  const check = join(folder, 'check.ts')
  return existsSync(check) ? check : join(folder, 'index.ts')
}

/** Runs the file of an example, and returns a description of its faults; empty if there are none. */
function problemOf(folder: string, file: string): string {
  const run = spawnSync(process.execPath, [file], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...env, NO_COLOR: '1' },
  })
  if (run.status !== 0) return `${run.error?.message ?? ''}${run.stdout}${run.stderr}`
  const readme = join(folder, 'README.md')
  const text = readFileSync(readme, 'utf8')
  const shown = block.exec(text)?.[1]
  if (shown === undefined) return `${readme} has no block of output: \`\`\`text`
  const difference = compareOutput(shown, run.stdout)
  if (difference === null) return ''
  if (!isUpdate || shown.includes('…\n')) return `${readme} shows another output:\n${difference}`
  writeFileSync(
    readme,
    text.replace(block, () => `\`\`\`text\n${run.stdout.trim()}\n\`\`\``),
  )
  return ''
}

const isInstalled = process.argv.includes('--installed')
const served = isInstalled
  ? globSync('examples/*/server.ts').filter(file => !existsSync(join(dirname(file), 'index.ts')))
  : []
const folders = [...globSync('examples/*/index.ts'), ...served].map(dirname).sort()
const chosen = names.length === 0 ? folders : folders.filter(folder => names.includes(basename(folder)))
const app: App | null = isInstalled ? installApp() : null

async function ran(folder: string): Promise<string> {
  if (app === null) return problemOf(folder, fileIn(folder))
  const copied = app.copied(basename(folder))
  if ('problem' in copied) return copied.problem
  return basename(copied.file) === 'server.ts'
    ? problemOfServer(copied.file, env)
    : problemOf(folder, copied.file)
}

let failed = 0
for (const folder of chosen) {
  const problem = await ran(folder)
  console.log(`${problem === '' ? 'ok' : 'FAIL'} ${folder}`)
  if (problem === '') continue
  failed++
  console.log(problem)
}

app?.remove()

// The index must have a line for each example, including those with their own package.
const index = readFileSync('examples/README.md', 'utf8')
for (const folder of globSync('examples/*/README.md').map(dirname)) {
  if (index.includes(`npm run example ${basename(folder)}\``)) continue
  failed++
  console.log(`examples/README.md has no line for ${folder}`)
}
console.log(`examples: ${chosen.length} ran, ${failed} failed`)
if (failed > 0 || chosen.length === 0) process.exit(1)

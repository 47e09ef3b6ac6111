// Puts what the demo's last run and the example `support-run` print into README.md; `--check` fails when it is stale.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { ensureBuilt } from './built.ts'
import { root } from './entries.ts'

process.chdir(root)
ensureBuilt()

/** Returns what a command prints to standard output. */
function printed(...argv: readonly string[]): string {
  const env = { ...process.env, NO_COLOR: '1' }
  const run = spawnSync(process.execPath, argv, { encoding: 'utf8', env })
  if (run.status !== 0) throw new Error(`${argv.join(' ')} fails:\n${run.stdout}${run.stderr}`)
  return run.stdout
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { demo: string } }
const [, ...argv] = scripts.demo.split(' && ').at(-1)!.split(' ')
const [shown, rest] = printed(...argv).split('\n\nWhat was left out')
if (!shown || !rest) throw new Error('the demo does not print what was left out')
const demo = `\`\`\`text\n${shown}\n\n… then what was left out, and what was decided and why\n\`\`\``
const support = `\`\`\`console\n$ npm run support\n\n${printed('examples/support-run/index.ts').trimEnd()}\n\`\`\``

/** Blocks of README.md, and what they are to be. */
const samples: readonly (readonly [block: RegExp, sample: string])[] = [
  [/^```text\n[\s\S]*?^```$/m, demo],
  [/^```console\n\$ npm run support\n[\s\S]*?^```$/m, support],
]

const readme = readFileSync('README.md', 'utf8')
let fresh = readme
for (const [block, sample] of samples) {
  if (!block.test(fresh)) throw new Error(`README.md has no block for a sample: ${block.source}`)
  fresh = fresh.replace(block, () => sample)
}
if (fresh === readme) console.log('readme: the samples are what the commands print')
else if (process.argv.includes('--check')) {
  console.error('README.md shows another output than the commands print: npm run docs:update')
  process.exit(1)
} else {
  writeFileSync('README.md', fresh)
  console.log('readme: the samples are rewritten')
}

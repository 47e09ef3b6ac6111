// Puts the first example, the output of commands, and tables of measured figures into README.md and docs; `--check` fails where they are stale.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { ensureBuilt } from './built.ts'
import { inFolder, withOutputs } from './docs/console.ts'
import { withFigures } from './docs/figures.ts'
import { pages, read } from './docs/pages.ts'
import { root } from './entries.ts'

process.chdir(root)
ensureBuilt()

/** Returns the standard output of a command. */
function printed(...argv: readonly string[]): string {
  const env = { ...process.env, NO_COLOR: '1' }
  const run = spawnSync(process.execPath, argv, { encoding: 'utf8', env })
  if (run.status !== 0) throw new Error(`${argv.join(' ')} fails:\n${run.stdout}${run.stderr}`)
  return run.stdout
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { demo: string } }
const [, ...argv] = scripts.demo.split(' && ').at(-1)!.split(' ')
const [shown, rest] = printed(...argv).split('\n\nWhat was dropped')
if (!shown || !rest) throw new Error('the demo does not print what was left out')
const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
const quickStart = 'examples/quick-start/index.ts'

/** Blocks of Markdown files, each with the content that it must have. */
const blocks: readonly (readonly [file: string, block: RegExp, sample: string])[] = [
  ['README.md', /^```ts\n[\s\S]*?^```$/m, fenced('ts', readFileSync(quickStart, 'utf8'))],
  ['README.md', /^```text\n[\s\S]*?^```$/m, fenced('text', printed(quickStart))],
  ['docs/command-line.md', /^```text\n[\s\S]*?^```$/m, fenced('text', shown)],
]

/** Returns a page in which every command block shows the current output of its command. */
function freshened(file: string, text: string, folder: string): string {
  const own = blocks.filter(([of]) => of === file)
  return own.reduce(
    (page, [, block, sample]) => {
      if (!block.test(page)) throw new Error(`${file} has no block for a sample: ${block.source}`)
      return page.replace(block, () => sample)
    },
    withFigures(withOutputs(text, folder)),
  )
}

let isStale = false
const fresh = inFolder(folder => pages.map(file => freshened(file, read(file), folder)))
for (const [index, file] of pages.entries()) {
  if (fresh[index] === read(file)) continue
  isStale = true
  if (process.argv.includes('--check'))
    console.error(`${file} shows other outputs or figures than today's: npm run docs:update`)
  else writeFileSync(file, fresh[index]!)
}
if (!isStale) console.log('samples: README and docs show what the commands print')
else if (process.argv.includes('--check')) process.exit(1)
else console.log('samples: rewritten')

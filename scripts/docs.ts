// Type-checks and runs every sample of README, docs, the pages of diagnostics and the doc comments of src, compares what
// it prints with its comments, and follows every relative link of the Markdown, and every path of the folders' READMEs.
// Commands of shell blocks end with the code that they state, and every column of a table has a name.
import { globSync } from 'node:fs'
import { targetNames } from '../src/core/ir/target-name.ts'
import { ensureBuilt } from './built.ts'
import { brokenLinks } from './docs/links.ts'
import { namelessColumns } from './docs/nameless-columns.ts'
import { read } from './docs/pages.ts'
import { runSamples } from './docs/run.ts'
import { listSamples } from './docs/sample.ts'
import { runShell } from './docs/shell.ts'
import { typeCheck } from './docs/type-check.ts'
import { writeModules } from './docs/workspace.ts'
import { root } from './entries.ts'
import { missingPaths } from './structure/missing-paths.ts'

process.chdir(root)
ensureBuilt()

const files = [...globSync('*.md'), ...globSync('docs/**/*.md')]
const faults = [...files.flatMap(brokenLinks), ...files.flatMap(namelessColumns)]
faults.push(...missingPaths(['ARCHITECTURE.md', ...globSync('src/**/README.md')], root))
const guide = read('docs/guide.md')
for (const name of targetNames)
  if (!guide.includes(`'${name}'`)) faults.push(`docs/guide.md does not name the target '${name}'`)

const samples = listSamples()
writeModules(samples)
const [typed, ran] = await Promise.all([typeCheck(samples), runSamples(samples)])
if (typed !== '') faults.push(typed)
faults.push(...ran)
const shell = runShell()
faults.push(...shell.faults)
for (const fault of faults) console.error(fault)

const left = samples.filter(({ norun }) => norun)
console.log(`docs: ${shell.ran} commands of shell blocks end as stated`)
console.log(`docs: ${samples.length - left.length} samples type-check and run, ${left.length} do not:`)
for (const { file, line, norun } of left) console.log(`  ${file}:${line}: ${norun}`)
if (faults.length > 0) process.exit(1)

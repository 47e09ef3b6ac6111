/**
 * A request of a long history, first and after each appended message, beside other libraries: `node compile.ts [MOST]`.
 * `--beside CHECKOUT`, also several times, measures the build of another checkout in the same process.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { oursBeside } from './assembler/ctxc.ts'
import { loadAll } from './assembler/loaded.ts'
import { generate } from './history/generate.ts'
import { readBesides } from './library/built.ts'
import { measureAppend, steps } from './measure/append.ts'
import { Cells } from './measure/cell.ts'
import { longestMs, measureCold } from './measure/cold.ts'
import { createJudge } from './measure/judge.ts'
import { measureMemory } from './measure/memory.ts'
import { claimLine, claimsOf } from './report/claims.ts'
import { grid, ratios } from './report/grid.ts'
import { machine, versions } from './report/machine.ts'
import { verdicts } from './report/verdicts.ts'

const budget = 100_000
const { besides, rest } = readBesides(process.argv.slice(2))
const most = Number(rest[0] ?? 100_000)
const sizes = [100, 1_000, 10_000, 100_000].filter(size => size <= most)

console.log(machine())
const began = performance.now()
const libraries = await loadAll(budget, besides.map(oursBeside))
const judge = await createJudge(budget)
const cold = new Cells()
const append = new Cells()
for (const size of sizes) {
  const history = generate(size, steps)
  await measureCold(libraries, history, size, cold, judge)
  const kept = libraries.filter(({ name }) => name !== 'one pass')
  await measureAppend(kept, history, size, cold, append, judge)
}
const memory = measureMemory(most, budget)
const memories = besides.map(({ mark, folder }) => [mark, measureMemory(most, budget, folder)] as const)
const claims = claimsOf(cold, append, memory, sizes)

const shown = libraries.filter(({ name }) => name !== 'one pass')
const seconds = (performance.now() - began) / 1e3
console.log(`Messages of OpenAI Chat, ${budget} tokens of budget. ~: predicted from smaller sizes, since a run would take
longer than ${longestMs / 1e3} s; after an append, since nothing is kept between two requests.\n`)
console.log(`${ratios('By how much ctxc is faster: cold', libraries, sizes, cold)}\n`)
console.log(`${ratios('After one appended message', shown, sizes, append)}\n`)
console.log(`${grid('Cold, ms', libraries, sizes, cold)}\n`)
console.log(`${grid('After one appended message, ms', shown, sizes, append)}\n`)
console.log(
  `${verdicts(
    judge.all,
    shown.map(({ name }) => name),
    budget,
  )}\n`,
)
const { code, session } = memory
console.log(
  `Memory at ${memory.size} messages, MB beyond them: vocabulary, session, request and compiler ${session.toFixed(1)}, the code ${code.toFixed(1)}\n`,
)
for (const [mark, { size, session }] of memories)
  console.log(`Memory at ${size} messages, MB beyond them, ctxc${mark}: ${session.toFixed(1)}`)
console.log(claims.map(claimLine).join('\n'))
console.log(`\n${seconds.toFixed(0)} s`)

const folder = join(import.meta.dirname, 'results')
mkdirSync(folder, { recursive: true })
const measured = new Date().toISOString().slice(0, 10)
const results = {
  measured,
  ...versions(),
  budget,
  sizes,
  libraries: libraries.map(({ name, kind, budgeted }) => ({ name, kind, budgeted })),
  cold: cold.all,
  append: append.all,
  requests: judge.all,
  memory,
  claims,
}
writeFileSync(join(folder, 'compile.json'), `${JSON.stringify(results, null, 2)}\n`)
process.exit() // one peer holds a socket open

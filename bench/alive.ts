/**
 * Reasoning that stays alive, tokens and costs of the requests of long recorded runs, by ways to make them; `--sweep` also tries
 * the sizes of short forms that results have from their first request on.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { armsOfToday } from './alive/arms.ts'
import { firstSight } from './alive/first-sight.ts'
import { type Measured, measure } from './alive/measure.ts'
import { askingTable, type MeasuredAsking, measureAsking, turnsOf } from './alive/measure-asked.ts'
import { Named } from './alive/named.ts'
import { aimLines, aliveTable, billTable, costTable, reaches } from './alive/report.ts'
import { longRuns } from './alive/runs.ts'
import { type ShortForm, today } from './alive/short-form.ts'
import { armOfSetting, settings } from './alive/sweep.ts'
import { data } from './corpus/places.ts'
import { sum } from './cost/outcome.ts'
import type { CostRun } from './cost/run.ts'
import { ctxc } from './library/ctxc.ts'
import { remembering } from './library/remembering.ts'
import { machine, versions } from './report/machine.ts'

/** Sizes that reach the aims at the least cost. */
const best: ShortForm = { over: 2_000, keep: 400, names: 3_000, dedupe: true, parts: true }

/**
 * Soft sizes where the provider compacts, as shares of a run's tokens, and the tokens of a summary. Claude's tokens count
 * by their upper bound, and GPT's exactly.
 */
const compacting = [
  { model: 'claude-opus-5-5', share: 0.6, summary: 1_500 },
  { model: 'gpt-6.2-sol', share: 0.3, summary: 1_500 },
] as const

console.log(machine())
const began = performance.now()
const [folder = data] = process.argv.slice(2).filter(given => !given.startsWith('--'))
const count = remembering(await ctxc.load())
const runs = longRuns(folder, count)
const named = new Map(runs.map(run => [run, new Named(run)]))
const namedOf = (run: CostRun): Named => named.get(run) as Named
const calls = sum(runs.map(run => run.calls.length))
console.log(`${runs.length} runs, ${calls} calls\n`)

const rows: Measured[] = []
for (const arm of [
  ...armsOfToday(count),
  firstSight('first sight, expands not counted', today, 'nothing', namedOf),
  firstSight('first sight, today’s form', today, 'identifiers', namedOf),
  firstSight('first sight, names', best, 'identifiers', namedOf),
  firstSight('first sight, names; a name is not enough', best, 'context', namedOf),
  firstSight('first sight, names; quoted lines count', best, 'lines', namedOf),
])
  rows.push(await measure(arm, runs, count, namedOf))
const reference = rows.find(({ name }) => name === 'ctxc, budget of 16,000')?.cost.at(-1) as number
console.log(`${costTable('Cost of a call', rows, reference)}\n`)
console.log(`${billTable('The whole bill of a call', rows)}\n`)
console.log(`${aliveTable('Alive by the rule of GPT-6.2', 'gpt', rows)}\n`)
console.log(`${aliveTable('Alive by the rules of Claude', 'claude', rows)}\n`)
const groups = [
  ['runs of several turns', runs.filter(run => turnsOf(run) > 1)],
  ['runs of one turn', runs.filter(run => turnsOf(run) <= 1)],
  ['all runs', runs],
] as const
const asking: MeasuredAsking[] = []
for (const asked of compacting)
  for (const [title, some] of groups) asking.push(await measureAsking(title, asked, some, { count, namedOf }))
console.log(`${askingTable('The provider compacts for an effect', asking)}\n`)
const aimedAt = rows.find(({ name }) => name === 'first sight, names') as Measured
console.log(`${aimLines(aimedAt, reference).join('\n')}\n`)

const path = join(import.meta.dirname, 'results', 'alive.json')
let swept: unknown = null
if (process.argv.includes('--sweep')) {
  const tried = []
  for (const setting of settings())
    tried.push({ ...setting, ...(await measure(armOfSetting(setting, namedOf), runs, count, namedOf)) })
  console.log(`${costTable('Sizes tried', tried, reference)}\n`)
  const reached = tried.filter(row => reaches(row, reference)).map(({ name }) => `  ${name}`)
  console.log(`All aims are reached by ${reached.length} of ${tried.length}:\n${reached.join('\n')}\n`)
  swept = tried
} else swept = earlierSweep()
console.log(`${((performance.now() - began) / 1e3).toFixed(0)} s`)

mkdirSync(join(import.meta.dirname, 'results'), { recursive: true })
const measured = new Date().toISOString().slice(0, 10)
const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(4)) : value)
const written = {
  measured,
  ...versions(),
  runs: runs.map(({ name }) => name),
  calls,
  rows,
  asking,
  sweep: swept,
}
writeFileSync(path, `${JSON.stringify(written, rounded, 2)}\n`)
process.exit() // one peer holds a socket open

/** A run without the sweep leaves the sizes that were tried last. */
function earlierSweep(): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).sweep
  } catch {
    return null
  }
}

/**
 * Costs of the requests of recorded runs under each provider's cache, call by call, compared with other strategies and the
 * optimum.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { data } from './corpus/places.ts'
import { aimLines, aims } from './cost/aims.ts'
import { cacheRules } from './cost/cache-rule.ts'
import { explicitTable } from './cost/explicit/report.ts'
import { type Row, rowOf, rowsTable, trimsTable } from './cost/report.ts'
import { costRuns, longest } from './cost/run.ts'
import { Simulation } from './cost/simulate.ts'
import { ours } from './cost/strategy/ours.ts'
import { peers } from './cost/strategy/peers.ts'
import { fullHistory, slidingWindow } from './cost/strategy/window.ts'
import { ctxc } from './library/ctxc.ts'
import { remembering } from './library/remembering.ts'
import { machine, versions } from './report/machine.ts'

const budgets = [16_000, 32_000]
const lows = [0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9]

console.log(machine())
const began = performance.now()
const [runs = data] = process.argv.slice(2).filter(given => !given.startsWith('--'))
console.log(`${await explicitTable(runs)}\n`)
if (process.argv.includes('--explicit')) process.exit()
const count = remembering(await ctxc.load())
const all = costRuns(runs, count)
const others = [...peers(count), fullHistory]
const results = []
const reached: string[] = []
for (const budget of budgets) {
  const chosen = all.filter(run => run.head + longest(run) > budget)
  const simulation = await Simulation.of(budget, chosen, count)
  const { runs, calls } = simulation
  const skipped = chosen.reduce((sum, run) => sum + run.calls.length, -calls)
  console.log(
    `Budget ${budget}: ${runs.length} runs, ${calls} calls; ${skipped} left out, where nothing fits\n`,
  )
  const compiled = await simulation.replay(ours('ctxc'))
  const sliding = await simulation.replay(slidingWindow)
  const outcomes = [compiled, sliding]
  for (const strategy of others) outcomes.push(await simulation.replay(strategy))
  for (const low of lows) outcomes.push(await simulation.replay(ours(`ctxc, low ${low}`, low)))
  for (const rule of cacheRules) {
    const optimum = await simulation.optimum('optimum', rule)
    const beside = { budget, rule, runs, optimum, sliding, bounds: simulation.keepBounds(rule) }
    const rows = [optimum, ...outcomes].map(outcome => rowOf(outcome, beside))
    const title = `${rule.name}, ${budget}`
    console.log(`${rowsTable(title, rows)}\n\n${trimsTable('Begins otherwise', rows)}\n`)
    reached.push(...aimLines(title, rows[1] as Row))
    results.push({ provider: rule.name, model: rule.model, budget, runs: runs.length, calls, rows })
  }
}
console.log(`${reached.join('\n')}\n\n${((performance.now() - began) / 1e3).toFixed(0)} s`)

const folder = join(import.meta.dirname, 'results')
mkdirSync(folder, { recursive: true })
const measured = new Date().toISOString().slice(0, 10)
const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(4)) : value)
const written = { measured, ...versions(), aims, results }
writeFileSync(join(folder, 'cost.json'), `${JSON.stringify(written, rounded, 2)}\n`)
process.exit() // one peer holds a socket open

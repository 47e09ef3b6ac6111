/** Time of a compile after each appended event under a policy, and its growth with the history. */
import type { EventInput } from 'ctxc'
import type { ContextInput } from 'ctxc/context'
import { agent, C, createCompiler, createSession } from '../dist/index.js'
import { reads } from './history/reads.ts'
import { median } from './measure/median.ts'
import { orderOf } from './measure/order.ts'
import { measureSteps } from './measure/steps.ts'
import { machine } from './report/machine.ts'
import { table } from './report/table.ts'

const sizes = [1_000, 10_000, 100_000]
const rounds = 3
const warmUps = 20
const timed = 80

const policies: Readonly<Record<string, ContextInput | undefined>> = {
  'no policy': undefined,
  'compact, dedupe, project, atMost': [
    C.all()
      .compact({ over: 500 })
      .dedupe('exact')
      .project({ omit: ['ok'] })
      .atMost(12_000),
  ],
  'compact by age': [C.all().compact({ over: 500, olderThan: 3 })],
  'dedupe superseded': [C.all().dedupe('superseded')],
  'window of turns': [C.window(4)],
  'window, the rest supplementary': [C.window(2), C.where({ tool: 'read' }).tier('supplementary')],
  'users and the last six': [C.userOnly(), C.last(6)],
  'users, atMost': [C.userOnly().atMost(500)],
  'last five, users archived': [C.last(5), C.userOnly().tier('archive')],
  'last ten, answers archived': [C.last(10), C.fromAgents('agent').tier('archive'), C.where({ tool: 'ls' })],
  'window, relevant': [C.window(4), C.relevant({ top: 5 })],
}

interface Times {
  readonly append: number[]
  readonly cold: number[]
  units: number
  places: number
}

/** One session, compiled first, and again after each further event. */
async function run(
  context: ContextInput | undefined,
  events: readonly EventInput[],
  size: number,
  to: Times,
) {
  const program = agent({ name: 'agent', ...(context && { context }) })
  const compiler = createCompiler(program, { model: 'gpt-5.4', budget: 16_000 })
  const growth = { compiler, createSession, events, size }
  const cold = await measureSteps(growth, (ms, result, index) => {
    if (index < warmUps) return
    if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '))
    to.append.push(ms)
    to.units = Math.max(to.units, result.work.unitsVisited)
    to.places = Math.max(to.places, result.work.placesWalked)
  })
  to.cold.push(cold)
}

const measured = new Map<string, Times>()
for (const size of sizes) {
  const events = reads(size + warmUps + timed)
  for (let round = 0; round < rounds; round++)
    for (const [name, context] of orderOf(Object.entries(policies), round)) {
      const key = `${name} ${size}`
      const times = measured.get(key) ?? { append: [], cold: [], units: 0, places: 0 }
      measured.set(key, times)
      await run(context, events, size, times)
    }
}

const row = (name: string, cell: (times: Times, first: Times) => string): string[] => {
  const all = sizes.map(size => measured.get(`${name} ${size}`) as Times)
  return [name, ...all.map(times => cell(times, all[0] as Times))]
}
const grid = (title: string, cell: (times: Times, first: Times) => string): string =>
  table([[title, ...sizes.map(String)], ...Object.keys(policies).map(name => row(name, cell))])

console.log(machine())
console.log(
  `Events of an agent that reads files, 16000 tokens of budget; medians of ${rounds * timed} steps.\n`,
)
console.log(
  `${grid('After an appended event, times the first size', ({ append }, first) => `${(median(append) / median(first.append)).toFixed(2)}×`)}\n`,
)
console.log(`${grid('ms', ({ append }) => median(append).toFixed(2))}\n`)
console.log(`${grid('units visited, at the most', ({ units }) => String(units))}\n`)
console.log(`${grid('places walked, at the most', ({ places }) => String(places))}\n`)
console.log(grid('cold, ms', ({ cold }) => median(cold).toFixed(1)))

/**
 * Speed of this checkout beside another one, interleaved in one process: `node versions.ts ../../other-checkout`.
 * The other one is measured twice in each round, the second time from a copy, since what one module keeps between
 * compiles would serve both: what differs between its two columns is noise.
 */
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EventInput } from 'ctxc'
import type { ContextInput } from 'ctxc/context'
import type * as Ours from '../dist/index.js'
import { reads } from './history/reads.ts'
import { median } from './measure/median.ts'
import { orderOf } from './measure/order.ts'
import { measureSteps } from './measure/steps.ts'
import { machine } from './report/machine.ts'
import { table } from './report/table.ts'

const other = process.argv[2]
if (other === undefined) throw new Error('usage: node versions.ts OTHER_CHECKOUT')
const rounds = 9
const sizes = [1_000, 10_000]
const appends = 40

const roots = { other: resolve(other), ours: resolve(import.meta.dirname, '..'), again: resolve(other) }
type Side = keyof typeof roots
const sides = Object.keys(roots) as Side[]
cpSync(join(roots.again, 'dist'), join(roots.again, 'dist-again'), { recursive: true })
const folders = { other: 'dist', ours: 'dist', again: 'dist-again' }
const load = (side: Side): Promise<typeof Ours> =>
  import(pathToFileURL(join(roots[side], folders[side], 'index.js')).href)
const libraries = Object.fromEntries(
  await Promise.all(sides.map(async side => [side, await load(side)] as const)),
) as Record<Side, typeof Ours>

const policies: Readonly<Record<string, (C: typeof Ours.C) => ContextInput | undefined>> = {
  'no policy': () => undefined,
  'compact, dedupe, project, atMost': C => [
    C.all()
      .compact({ over: 500 })
      .dedupe('exact')
      .project({ omit: ['ok'] })
      .atMost(12_000),
  ],
  'window of turns': C => [C.window(4)],
  'window, the rest supplementary': C => [C.window(2), C.where({ tool: 'read' }).tier('supplementary')],
  'window, relevant': C => [C.window(4), C.relevant({ top: 5 })],
}

/** Milliseconds by task and side. */
const times = new Map<string, Record<Side, number[]>>()
function add(task: string, side: Side, value: number): void {
  const row = times.get(task) ?? { other: [], ours: [], again: [] }
  row[side].push(value)
  times.set(task, row)
}

/** One session, compiled first, and again after each further event. */
async function run(side: Side, policy: string, events: readonly EventInput[], size: number): Promise<void> {
  const { agent, C, createCompiler, createSession } = libraries[side]
  const context = policies[policy]?.(C)
  const program = agent({ name: 'agent', ...(context && { context }) })
  const compiler = createCompiler(program, { model: 'gpt-5.4', budget: 16_000 })
  const steps: number[] = []
  const cold = await measureSteps({ compiler, createSession, events, size }, ms => steps.push(ms))
  add(`${policy}, ${size}, cold`, side, cold)
  add(`${policy}, ${size}, append`, side, median(steps.slice(5)))
}

/** Returns the number that a new process prints. */
const printed = (side: Side, code: string): number =>
  Number(
    execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', code], {
      cwd: roots[side],
      encoding: 'utf8',
    }),
  )

const imports = "const from = performance.now(); await import('ctxc'); console.log(performance.now() - from)"
const firstRequest = `const from = performance.now(); const { compile } = await import('ctxc')
  const { fromOpenAI } = await import('ctxc/from/openai')
  const { ok } = await compile(fromOpenAI([{ role: 'user', content: 'Hello' }]), { model: 'gpt-5.4' })
  if (!ok) throw new Error('no request'); console.log(performance.now() - from)`
const heap = `const { agent, createCompiler, createSession } = await import('ctxc')
  const events = Array.from({ length: 20000 }, (_, at) => ({ author: at % 2 ? 'agent' : 'user', text: 'Message ' + at + ' about the build.' }))
  const compiler = createCompiler(agent({ name: 'agent' }), { model: 'gpt-5.4', budget: 16000 })
  // The first request loads code and vocabulary, which an older checkout loads with its entry.
  globalThis.first = await compiler.compile(createSession({ events: events.slice(0, 1) }))
  gc(); const before = process.memoryUsage().heapUsed
  const session = createSession({ events }); const result = await compiler.compile(session)
  gc(); console.log((process.memoryUsage().heapUsed - before) / 1e6); globalThis.kept = [session, result, compiler, events]`

for (const policy of Object.keys(policies))
  for (const size of sizes) {
    const events = reads(size + appends)
    for (let round = -1; round < rounds; round++)
      for (const side of orderOf(sides, Math.max(0, round))) {
        await run(side, policy, events, size)
        // The first round is not counted: code is compiled in it.
        if (round < 0)
          for (const kind of ['cold', 'append']) times.get(`${policy}, ${size}, ${kind}`)![side].pop()
      }
  }
for (let round = 0; round < rounds; round++)
  for (const side of orderOf(sides, round)) {
    add('import', side, printed(side, imports))
    add('import and first request', side, printed(side, firstRequest))
    add('heap of 20,000 events, MB', side, printed(side, heap))
  }

console.log(machine())
console.log(`Medians of ${rounds} interleaved rounds, in milliseconds; "other / other" is the noise.\n`)
const spread = (row: Record<Side, number[]>): readonly [number, number] => {
  const ratios = row.again
    .map((again, round) => again / row.other[round]!)
    .sort((left, right) => left - right)
  return [ratios[Math.floor(rounds / 4)]!, ratios[Math.ceil((3 * rounds) / 4) - 1]!]
}
const rows = [...times].map(([task, row]) => {
  const [first, ours, again] = sides.map(side => median(row[side])) as [number, number, number]
  const [low, high] = spread(row)
  const beyond = ours / first > Math.max(1.05, high, again / first)
  const figures = [first, ours, ours / first, again / first].map(figure => figure.toFixed(2))
  return [task, ...figures, `${low.toFixed(2)} to ${high.toFixed(2)}`, beyond ? 'slower' : '']
})
console.log(
  table([
    ['task', 'other', 'ours', 'ours / other', 'other / other', 'middle half of its rounds', ''],
    ...rows,
  ]),
)
const ratios = rows.map(([, , , ratio]) => Number(ratio)).sort((left, right) => left - right)
console.log(`\nours / other over all rows: ${ratios[0]} to ${ratios.at(-1)}, median ${median(ratios)}`)
const slower = rows.filter(row => row.at(-1) !== '').length
console.log(`slower by more than 5 % and by more than the noise: ${slower} of ${rows.length} rows`)

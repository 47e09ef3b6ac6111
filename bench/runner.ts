/**
 * Time of an agent's step in each runner, its growth, and the size of a session on disk: `node runner.ts [MINUTES]`. A run that
 * takes longer than so many minutes (10) is stopped, and marked as stopped; `node runner.ts --report` prints the last results
 * again. `--beside CHECKOUT`, also several times, measures another build; `--only TEXT` the runners with this text in their names,
 * and `--steps 200 --rounds 9` only that size, so often.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readBesides } from './library/built.ts'
import { median } from './measure/median.ts'
import { orderOf } from './measure/order.ts'
import { versions } from './report/machine.ts'
import { contentOf } from './runner/content.ts'
import { peers, peersBeside } from './runner/index.ts'
import { child, inFolder, measure } from './runner/measure.ts'
import type { Peer } from './runner/peer.ts'
import { report } from './runner/report.ts'
import type { Results, Sessions } from './runner/results.ts'

const { besides, rest } = readBesides(process.argv.slice(2))
const { values: options, positionals } = parseArgs({
  args: [...rest],
  allowPositionals: true,
  options: {
    report: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    steps: { type: 'string', multiple: true },
    rounds: { type: 'string', default: '3' },
  },
})
const rounds = Number(options.rounds)
const sizes = options.steps?.map(Number) ?? [200, 2_000, 10_000]
const isWhole = options.only === undefined && options.steps === undefined
const measured = [...peers, ...peersBeside(besides)].filter(
  ({ name }) => options.only?.some(text => name.includes(text)) ?? true,
)
/** A run that takes longer is made once, and not in each round. */
const slowMs = 60_000

const file = join(import.meta.dirname, 'results', 'runner.json')
if (options.report) console.log(report(JSON.parse(readFileSync(file, 'utf8')) as Results))
else console.log(report(await measureAll(Number(positionals[0] ?? '10') * 60_000)))

/** Measures everything, and writes what is known after each round, unless only a part is measured. */
async function measureAll(most: number): Promise<Results> {
  const results: Results = {
    measured: new Date().toISOString().slice(0, 10),
    ...versions(),
    sizes,
    kept: Object.fromEntries(measured.map(({ name, keeps }) => [name, keeps])),
    runs: {},
    content: {},
    restart: {},
    many: {},
  }
  const save = (): void => {
    if (!isWhole) return
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`)
  }
  for (let round = 0; round < rounds; round++) {
    for (const size of sizes)
      for (const peer of orderOf(measured, round)) {
        if (size > peer.mostSteps) continue
        await measureOne(results, peer, size, most)
        save()
      }
  }
  for (const { mark, folder } of [{ mark: '', folder: undefined }, ...besides])
    results.restart[`ctxc${mark}`] = await restart(folder)
  if (isWhole) for (const kind of ['memory', 'sqlite']) results.many[kind] = await manySessions(kind)
  save()
  return results
}

async function measureOne({ runs, content }: Results, peer: Peer, size: number, most: number): Promise<void> {
  const key = `${peer.name} ${size}`
  const before = runs[key] ?? []
  runs[key] = before
  if (before.some(({ error, total, isStopped }) => error !== null || isStopped || total > slowMs)) return
  const look = async (folder: string): Promise<void> => {
    if (peer.name.startsWith('ctxc')) content[size] ??= await contentOf(folder)
  }
  before.push(await measure(peer, size, look, most))
}

/** Medians of fresh processes that open a session of 10,000 events. */
function restart(checkout: string | undefined): Promise<number> {
  return inFolder(async folder => {
    const made = join(folder, 'made')
    mkdirSync(made)
    await child('restart.ts', [made, 10_001], undefined, checkout)
    const totals: number[] = []
    for (let round = 0; round < rounds; round++) {
      // A restart takes the session's lease, so each has its own copy.
      const copy = join(folder, String(round))
      cpSync(made, copy, { recursive: true })
      totals.push((await child<{ total: number }>('restart.ts', [copy], undefined, checkout)).total)
    }
    return median(totals)
  })
}

async function manySessions(kind: string): Promise<Sessions> {
  const all: Sessions[] = []
  for (let round = 0; round < rounds; round++)
    all.push(await inFolder(folder => child<Sessions>('sessions.ts', [1_000, 10, kind, folder])))
  const of = (name: keyof Sessions) => median(all.map(each => each[name]))
  return { total: of('total'), before: of('before'), peak: of('peak'), rss: of('rss') }
}

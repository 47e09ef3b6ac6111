/**
 * Time of an agent's step in each runner, its growth, and the size of a session on disk: `node runner.ts [MINUTES]`. A run that
 * takes longer than so many minutes (10) is stopped, and marked as stopped; `node runner.ts --report` prints the last results
 * again.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './measure/median.ts'
import { orderOf } from './measure/order.ts'
import { versions } from './report/machine.ts'
import { contentOf } from './runner/content.ts'
import { peers } from './runner/index.ts'
import { child, inFolder, measure } from './runner/measure.ts'
import type { Peer } from './runner/peer.ts'
import { report } from './runner/report.ts'
import type { Results, Sessions } from './runner/results.ts'

const rounds = 3
const sizes = [200, 2_000, 10_000]
/** A run that takes longer is made once, and not in each round. */
const slowMs = 60_000

const file = join(import.meta.dirname, 'results', 'runner.json')
const given = process.argv[2] ?? '10'
if (given !== '--report') await measureAll(Number(given) * 60_000)
console.log(report(JSON.parse(readFileSync(file, 'utf8')) as Results))

/** Measures everything, and writes what is known after each round. */
async function measureAll(most: number): Promise<void> {
  const results: Results = {
    measured: new Date().toISOString().slice(0, 10),
    ...versions(),
    sizes,
    kept: Object.fromEntries(peers.map(({ name, keeps }) => [name, keeps])),
    runs: {},
    content: {},
    restart: Number.NaN,
    many: {},
  }
  const save = (): void => {
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, `${JSON.stringify(results, null, 1)}\n`)
  }
  for (let round = 0; round < rounds; round++) {
    for (const size of sizes)
      for (const peer of orderOf(peers, round)) {
        if (size > peer.mostSteps) continue
        await measureOne(results, peer, size, most)
        save()
      }
  }
  results.restart = await restart()
  for (const kind of ['memory', 'sqlite']) results.many[kind] = await manySessions(kind)
  save()
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
function restart(): Promise<number> {
  return inFolder(async folder => {
    await child('restart.ts', [folder, 10_001])
    const totals: number[] = []
    for (let round = 0; round < 5; round++)
      totals.push((await child<{ total: number }>('restart.ts', [folder])).total)
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

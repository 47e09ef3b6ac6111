/**
 * Kills processes that share sessions, at random moments of their work, and checks that nothing was lost or done twice:
 * `npm run kills -- [KILLS] [KIND]`. Kinds are SQLite files (by default), `postgres`, `pgbouncer`, `faulty` (a proxy
 * disturbs the connections), and `dbos`; with a server, each fourth kill is one of the server. With `lossy`, the store
 * acknowledges before it writes, and the checks must fail.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inMemoryStore, type StoredEvent } from '../src/run/store/index.ts'
import { startFaultyProxy } from '../src/run/store/postgres/test/faulty-proxy.ts'
import { createRunner } from '../src/run.ts'
import { startServer, type TestServer } from '../test/postgres-server.ts'
import { buildPrograms } from '../test/programs.ts'
import { Batch } from './kills/batch.ts'
import { Fleet } from './kills/fleet.ts'
import { keyOf, kinds } from './kills/kinds.ts'
import { decideOn, modelOf, programOf, type World } from './kills/program.ts'

const sessions = 4
const [given = '20', named = 'sqlite'] = process.argv.slice(2)
const kills = Number(given)
if (!(Number.isInteger(kills) && kills > 0 && named in kinds))
  throw new Error(`usage: npm run kills -- [KILLS] [${Object.keys(kinds).join(' | ')}]`)
const kind = named as keyof typeof kinds

const root = mkdtempSync(join(tmpdir(), 'ctxc-kills-'))
// The compile cache makes new processes start faster.
process.env.NODE_COMPILE_CACHE ??= join(root, 'compiled')
await buildPrograms(root, 'scripts/kills/worker.ts')

/** Returns the log of a run without interruption. */
async function calm(): Promise<readonly StoredEvent[]> {
  const world: World = { process: 0, tools: join(root, 'tools'), delay: () => 0 }
  const [store, client, key] = [inMemoryStore(), modelOf(world), keyOf(0)]
  const runner = createRunner({
    program: programOf(world),
    store,
    models: () => client,
    limits: { steps: 200 },
  })
  const first = await runner.run(key, { message: 'Go' }).outcome
  for (const call of first.waitingCalls ?? []) await decideOn(runner, key, call)
  const { status, reason } = await runner.resume(key).outcome
  if (status !== 'done') throw new Error(`the run without kills ended as ${status}: ${reason}`)
  return (await store.read(key))?.events ?? []
}

/** Lets processes reach the server through something between. Resolves to a function that ends it. */
async function standBetween(server: TestServer): Promise<() => unknown> {
  if (kind === 'pgbouncer') {
    if (!(await server.startPooler())) throw new Error('pgbouncer is not installed')
    process.env.POSTGRES_URL = process.env.POSTGRES_POOLER_URL
  }
  if (kind !== 'faulty') return () => {}
  const faults = { share: 0.01, delay: 3 }
  const proxy = await startFaultyProxy(new URL(process.env.POSTGRES_URL ?? ''), faults)
  process.env.POSTGRES_URL = proxy.url
  return () => {
    console.log(`connections: ${JSON.stringify(proxy.counts)}`)
    return proxy.stop()
  }
}

const server = kinds[kind].isServer ? await startServer() : undefined
const endBetween = server && (await standBetween(server))

/** Describes the median and the longest of times. */
const shown = (times: readonly number[]): string => {
  const sorted = times.toSorted((one, other) => one - other)
  const [median = 0, longest = 0] = [sorted[sorted.length >> 1], sorted.at(-1)]
  return `${median.toFixed(0)} ms (median of ${times.length}), ${longest.toFixed(0)} ms (longest)`
}

const began = performance.now()
const problems: string[] = []
/** Sessions that waited too long, which end nothing: all kills say how often that is. */
const late: string[] = []
const waits = { kill: [] as number[], stop: [] as number[] }
let [killed, killedServers, stopped, retried, acknowledged, batches] = [0, 0, 0, 0, 0, 0]
try {
  const expected = await calm()
  while (killed < kills && problems.length === 0) {
    const folder = join(root, String(batches++))
    mkdirSync(folder)
    const fleet = new Fleet({ folder, sessions, kind, server, earlier: killed + stopped })
    await fleet.run(kills - killed)
    const batch = await Batch.read(folder, sessions)
    killed += fleet.kills
    killedServers += fleet.downs.length
    stopped += fleet.stops
    acknowledged += batch.acknowledged
    retried += batch.retried
    for (const name of ['kill', 'stop'] as const) waits[name].push(...batch.waits(fleet, name))
    problems.push(...batch.problems(expected))
    late.push(...batch.late(fleet))
  }
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error))
} finally {
  await endBetween?.()
  await server?.stop()
  rmSync(root, { recursive: true })
}
problems.push(...late)
for (const problem of problems.slice(0, 20)) console.error(problem)
const seconds = ((performance.now() - began) / 1e3).toFixed(0)
console.log(
  `kills (${kind}): ${killed}${server ? ` (${killedServers} of the server)` : ''} and ${stopped} clean stops in ${seconds} s, ${batches * sessions} sessions; ${acknowledged} events reported, ${retried} calls retried; ${problems.length} problems
first work of another process: ${shown(waits.kill)} after the end of a killed one's lease; ${shown(waits.stop)} after a clean stop`,
)
if (killed === 0 || problems.length > 0) process.exitCode = 1

/**
 * Kills processes that run sessions, at random moments of their work, and checks that nothing was lost or done twice:
 * `npm run kills -- [KILLS] [lossy | postgres]`. With `lossy`, the store acknowledges before it writes, and the checks
 * must fail. With `postgres`, the sessions are in a Postgres server instead of SQLite files, and each fourth kill is one of
 * the server.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inMemoryStore, type StoredEvent } from '../src/run/store/index.ts'
import { createRunner } from '../src/run.ts'
import { startServer } from '../test/postgres-server.ts'
import { Batch, keyOf } from './kills/batch.ts'
import { modelOf, programOf, type World } from './kills/program.ts'

const sessions = 4
const [given = '20', ...more] = process.argv.slice(2)
const kills = Number(given)
if (!(Number.isInteger(kills) && kills > 0))
  throw new Error('usage: npm run kills -- [KILLS] [lossy | postgres]')

const root = mkdtempSync(join(tmpdir(), 'ctxc-kills-'))
// The compile cache makes killed processes start faster.
process.env.NODE_COMPILE_CACHE ??= join(root, 'compiled')

/** Returns the log of a run without interruption. */
async function calm(): Promise<readonly StoredEvent[]> {
  const world: World = { process: 0, tools: join(root, 'tools'), delay: () => 0, onWork: () => {} }
  const [store, client, key] = [inMemoryStore(), modelOf(world), keyOf(0)]
  const runner = createRunner({
    program: programOf(world),
    store,
    models: () => client,
    limits: { steps: 200 },
  })
  const first = await runner.run(key, { message: 'Go' }).outcome
  for (const call of first.waiting) await runner.approve(key, call, { by: 'Eve' })
  const { status, reason } = await runner.resume(key).outcome
  if (status !== 'done') throw new Error(`the run without kills ended as ${status}: ${reason}`)
  return (await store.read(key))?.events ?? []
}

const server = more.includes('postgres') ? await startServer() : undefined
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const began = performance.now()
const problems: string[] = []
const recovered: number[] = []
let [killed, killedServers, acknowledged, batches] = [0, 0, 0, 0]
try {
  const expected = await calm()
  while (killed < kills && problems.length === 0) {
    const folder = join(root, String(batches++))
    mkdirSync(folder)
    const batch = new Batch(folder, sessions, more, server)
    await batch.run(kills - killed)
    killed += batch.kills
    killedServers += batch.serverKills
    acknowledged += batch.acknowledged
    recovered.push(...batch.recovered)
    problems.push(...(await batch.problems(expected)))
  }
} catch (error) {
  problems.push(error instanceof Error ? error.message : String(error))
} finally {
  await server?.stop()
  rmSync(root, { recursive: true })
}
for (const problem of problems.slice(0, 20)) console.error(problem)
const seconds = ((performance.now() - began) / 1e3).toFixed(0)
console.log(
  `kills: ${killed}${server ? ` (${killedServers} of the server)` : ''} in ${seconds} s, ${batches * sessions} sessions, ${recovered.length} processes that recovered, at work after ${median(recovered).toFixed(0)} ms (median), ${Math.max(0, ...recovered).toFixed(0)} ms (longest); ${acknowledged} events reported; ${problems.length} problems`,
)
if (killed === 0 || problems.length > 0) process.exitCode = 1

/**
 * A process that shares sessions with others until all of them rest, and decides on what waits:
 * `worker.ts FOLDER SESSIONS PROCESS HOLDER KIND`. It writes a line to stdout when it is ready, and one to the file `acks`
 * for each event that the runner reports. On SIGTERM, it stops.
 */
import { appendFileSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { agent } from '../../src/core/agent/declare.ts'
import { storeAt } from '../../src/run/runner/test/processes/store-at.ts'
import { inMemoryStore } from '../../src/run/store/index.ts'
import { createRunner, DecisionError, type RunStream, type WaitingCall } from '../../src/run.ts'
import { scriptedModel } from '../../src/testing/scripted-model.ts'
import { keyOf, kinds, placeOf } from './kinds.ts'
import { lossy } from './lossy.ts'
import { decideOn, modelOf, programOf, type World } from './program.ts'

// The process may be killed, so it must not write a compile cache at its end.
flushCompileCache()

const [folder = '', sessions = '1', number = '0', holder = '', kind = 'sqlite'] = process.argv.slice(2)
const { leaseLength, isSpread } = kinds[kind as keyof typeof kinds]
const world: World = {
  process: Number(number),
  tools: join(folder, 'tools'),
  delay: () => 20 + Math.random() * 80,
}
const opened = await storeAt(placeOf(folder))
const store = kind === 'lossy' ? lossy(opened) : opened
const client = modelOf(world)
const runner = createRunner({
  program: programOf(world),
  store,
  models: () => client,
  limits: { steps: 200 },
  sharing: { holder, leaseLength, pollInterval: 20 },
  ...(isSpread && { driver: await dbosDriverOfAll() }),
})
let isStopping = false

/** Returns a driver whose queues are those of all batches, because DBOS needs seconds to make its tables. */
async function dbosDriverOfAll() {
  const [{ default: pg }, { dbosDriver }] = await Promise.all([
    import('pg'),
    import('../../src/run/dbos/index.ts'),
  ])
  return dbosDriver({ pool: new pg.Pool({ connectionString: process.env.POSTGRES_URL, max: 6 }) })
}

/** Runs an agent elsewhere, so that code and data are loaded: a server that takes over has worked before. */
async function warmUp(): Promise<void> {
  const warm = createRunner({
    program: agent({ name: 'warm', model: 'gpt-5.4', instruction: 'Help.' }),
    store: inMemoryStore(),
    models: () => scriptedModel(['Done.']),
  })
  await warm.run(keyOf(0), { message: 'Go' }).outcome
  await warm.stop()
}

/** Follows a run to its outcome, and writes a line for each reported event. */
async function follow(id: string, stream: RunStream) {
  for await (const each of stream)
    if (each.type === 'event')
      appendFileSync(join(folder, 'acks'), `${JSON.stringify({ id, event: each.event })}\n`)
  return stream.outcome
}

/** Begins to take sessions, again if the server is killed meanwhile: DBOS does not start without it. */
async function begin(): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await runner.recover()
      return
    } catch (error) {
      if (tries === 50) throw error
      await new Promise(resolve => setTimeout(resolve, 100))
    }
}

/** Decides on a call. Another process may have decided on it. */
const decide = (key: ReturnType<typeof keyOf>, call: WaitingCall): Promise<unknown> =>
  decideOn(runner, key, call).catch(error => {
    if (!(error instanceof DecisionError)) throw error
  })

async function runSession(index: number): Promise<void> {
  const key = keyOf(index)
  // The message of a session that has it already only asks for the outcome.
  let outcome = await follow(key.id, runner.run(key, { message: 'Go', messageId: 'go' }))
  while (outcome.status === 'waiting') {
    for (const call of outcome.waitingCalls ?? []) await decide(key, call)
    outcome = await follow(key.id, runner.resume(key))
  }
  if (outcome.status !== 'done') throw new Error(`${key.id} ended as ${outcome.status}: ${outcome.reason}`)
}

process.once('SIGTERM', async () => {
  isStopping = true
  await runner.stop()
  writeSync(1, 'stopped\n')
  process.exit()
})
await warmUp()
await begin()
const runs = Array.from({ length: Number(sessions) }, (_, index) => runSession(index))
writeSync(1, 'ready\n')
await Promise.all(runs).catch(error => {
  if (!isStopping) throw error
})
if (!isStopping) {
  await runner.stop()
  await store.close()
  process.exit()
}

/**
 * A process that runs sessions until they rest, and approves what waits: `worker.ts FOLDER SESSIONS PROCESS [lossy]`.
 * It writes a line to stdout when it begins to work, and one to the file `acks` for each event that the runner reports.
 */
import { appendFileSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { storeAt } from '../../src/run/runner/test/processes/store-at.ts'
import { createRunner, type RunStream } from '../../src/run.ts'
import { keyOf, placeOf } from './batch.ts'
import { lossy } from './lossy.ts'
import { modelOf, programOf, type World } from './program.ts'

// The process may be killed, so it must not write a compile cache at its end.
flushCompileCache()

const [folder = '', sessions = '1', number = '0', kind] = process.argv.slice(2)
let isWorking = false
const world: World = {
  process: Number(number),
  tools: join(folder, 'tools'),
  delay: () => 2 + Math.random() * 10,
  onWork: () => {
    if (!isWorking) writeSync(1, 'working\n')
    isWorking = true
  },
}
const file = await storeAt(placeOf(folder))
const store = kind === 'lossy' ? lossy(file) : file
const client = modelOf(world)
const runner = createRunner({
  program: programOf(world),
  store,
  models: () => client,
  limits: { steps: 200 },
  // Every second process has the name of the one before, and gets its sessions at once. The others wait for its leases.
  sharing: { holder: `worker ${world.process >> 1}`, leaseLength: 500, pollInterval: 20 },
})

/** Follows a run to its outcome, and writes a line for each reported event. */
async function follow(id: string, stream: RunStream) {
  for await (const each of stream)
    if (each.type === 'event')
      appendFileSync(join(folder, 'acks'), `${JSON.stringify({ id, event: each.event })}\n`)
  return stream.outcome
}

/** Whether the store has a session. The server may be killed meanwhile. */
async function hasSession(index: number): Promise<boolean> {
  for (let tries = 1; ; tries++)
    try {
      return (await store.read(keyOf(index))) !== null
    } catch (error) {
      if (tries === 100) throw error
      await new Promise(resolve => setTimeout(resolve, 100))
    }
}

async function runSession(index: number): Promise<void> {
  const key = keyOf(index)
  const isNew = !(await hasSession(index))
  let outcome = await follow(key.id, isNew ? runner.run(key, { message: 'Go' }) : runner.resume(key))
  while (outcome.status === 'waiting') {
    for (const call of outcome.waiting) await runner.approve(key, call, { by: 'Eve' })
    outcome = await follow(key.id, runner.resume(key))
  }
  if (outcome.status !== 'done') throw new Error(`${key.id} ended as ${outcome.status}: ${outcome.reason}`)
}

// Nobody follows the runs that `recover` starts, so it acknowledges no event. Every second process only resumes.
if (world.process % 2 === 0) await runner.recover()
await Promise.all(Array.from({ length: Number(sessions) }, (_, index) => runSession(index)))
await runner.stop()
await store.close()

/**
 * Time of a restart. `node runner/restart.ts FOLDER EVENTS` makes a session of so many events, and exits when the next model
 * call begins. Without EVENTS it opens that session in a new process, and prints the milliseconds until that call.
 */
import { key, modelOf, runnerOf, sqlite } from './ctxc.ts'
import { question } from './work.ts'

const [folder = '', events] = process.argv.slice(2)
/** Longer than the lease of a process that was killed. */
const leaseMs = 60_000
let call = 0
let from = 0

/** Ends the process in the model call that comes after the last event. */
function end(): number {
  const total = performance.now() - from
  process.stdout.write(`${JSON.stringify({ total })}\n`)
  process.exit(0)
}

if (events === undefined) {
  // Modules are loaded before: what is measured is the session.
  const store = await sqlite(`${folder}/other`, 'full')
  await (
    await runnerOf(
      store,
      modelOf(() => null),
    )
  ).run(key, { message: question }).outcome
  await store.close()
  from = performance.now()
  const reopened = await sqlite(folder, 'full')
  // The lease of the process that made the session is over.
  const runner = await runnerOf(reopened, modelOf(end), { now: () => Date.now() + leaseMs })
  await runner.resume(key).outcome
} else {
  // A message, and then a call and its result in each step.
  const steps = Math.floor((Number(events) - 1) / 2)
  const store = await sqlite(folder, 'normal')
  const runner = await runnerOf(
    store,
    modelOf(() => (call === steps ? end() : call++)),
  )
  await runner.run(key, { message: question }).outcome
}
throw new Error('no model call began')

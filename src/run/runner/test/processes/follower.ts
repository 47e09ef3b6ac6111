// A process that follows the run of another process, prints its outcome, and ends.
import { key, runnerOf, untilCalled } from './program.ts'
import { storeAt } from './store-at.ts'

const store = await storeAt(process.argv[2])
const runner = runnerOf(store)
const run = runner.resume(key, { from: 0 })
await untilCalled(run, 'nap')
console.log('following')
const { status, text } = await run.outcome
console.log(`${status}: ${text}`)
await runner.stop()
await store.close()

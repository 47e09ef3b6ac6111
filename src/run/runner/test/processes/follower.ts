// A process that follows the run of another process, prints its outcome, and ends.
import { key, runnerOf } from './program.ts'
import { storeAt } from './store-at.ts'

const store = await storeAt(process.argv[2])
const runner = runnerOf(store)
const { status, text } = await runner.resume(key).outcome
console.log(`${status}: ${text}`)
await runner.stop()
await store.close()

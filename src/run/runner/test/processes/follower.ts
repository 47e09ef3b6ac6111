// A process that follows the run of another process, prints its outcome, and ends.
import { sqliteStore } from '../../../store/sqlite/index.ts'
import { key, runnerOf } from './program.ts'

const store = sqliteStore(process.argv[2])
const runner = runnerOf(store)
const { status, text } = await runner.resume(key).outcome
console.log(`${status}: ${text}`)
await runner.stop()
await store.close()

// A process that approves a call, waits until another process has finished the run, and ends.
import { sqliteStore } from '../../../store/sqlite/index.ts'
import { key, runnerOf } from './program.ts'

const store = sqliteStore(process.argv[2])
const runner = runnerOf(store)
await runner.approve(key, '1.0', { by: 'Eve' })
const { status, text } = await runner.resume(key).outcome
console.log(`${status}: ${text}`)
await runner.stop()
await store.close()

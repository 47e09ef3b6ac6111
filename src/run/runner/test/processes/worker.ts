// A process that runs the sessions of an SQLite file until its standard input ends.
import { sqliteStore } from '../../../store/sqlite/index.ts'
import { key, runnerOf } from './program.ts'

const store = sqliteStore(process.argv[2], { pollInterval: 20 })
const runner = runnerOf(store)
const { status } = await runner.run(key, { message: 'Pay.' }).outcome
console.log(status)
process.stdin.on('end', async () => {
  await runner.stop()
  await store.close()
})
process.stdin.resume()

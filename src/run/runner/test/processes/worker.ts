// A process that runs a session in an SQLite file until its standard input ends.
import { sqliteStore } from '../../../store/sqlite/index.ts'
import { key, runnerOf, untilCalled } from './program.ts'

const [, , path, message = ''] = process.argv
const store = sqliteStore(path)
const runner = runnerOf(store)
const run = runner.run(key, { message })
await untilCalled(run, message === 'Nap.' ? 'nap' : 'wait')
console.log('running')
process.stdin.on('end', async () => {
  await runner.stop()
  await store.close()
})
process.stdin.resume()

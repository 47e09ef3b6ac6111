// A process that runs a session in a store until its standard input ends.
import { key, runnerOf, untilCalled } from './program.ts'
import { storeAt } from './store-at.ts'

const [, , path, message = ''] = process.argv
const store = await storeAt(path)
const runner = runnerOf(store)
const run = runner.run(key, { message })
await untilCalled(run, message === 'Nap.' ? 'nap' : 'wait')
console.log('running')
process.stdin.on('end', async () => {
  await runner.stop()
  await store.close()
})
process.stdin.resume()

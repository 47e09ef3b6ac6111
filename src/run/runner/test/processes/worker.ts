// A process that runs a session in a store until its standard input ends. A line of it ends the tool `nap`.
import { once } from 'node:events'
import { key, runnerOf, untilCalled } from './program.ts'
import { storeAt } from './store-at.ts'

const [, , path, message = '', leaseLength] = process.argv
const store = await storeAt(path)
const runner = runnerOf(store, {
  nap: once(process.stdin, 'data'),
  ...(leaseLength !== undefined && { leaseLength: Number(leaseLength) }),
})
const run = runner.run(key, { message })
await untilCalled(run, message === 'Nap.' ? 'nap' : 'wait')
console.log('running')
process.stdin.on('end', async () => {
  await runner.stop()
  await store.close()
})
process.stdin.resume()

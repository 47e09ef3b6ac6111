// A process that runs sessions until its standard input ends. Its argument is a `Place` in JSON.
import { type Place, runnerAt } from './program.ts'

const { runner, end } = runnerAt(JSON.parse(process.argv[2] ?? '') as Place)
await runner.recover({ atOnce: 4 }) // has no effect on queues
console.log('ready')
process.stdin.on('end', async () => {
  await end()
  console.log('stopped')
  process.exit(0)
})
process.stdin.resume()

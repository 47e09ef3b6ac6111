/**
 * Sessions that talk to workers over one Postgres, with faults: `node traffic.ts --sessions 200 --workers 2 --seconds 20 --calls 20
 * --model 200 --cut 500 --delay 5 --kill-workers 5 --kill-server 10`. Needs `npm ci` in the root.
 */
import { loadavg } from 'node:os'
import { startServer } from '../test/postgres-server.ts'
import { digits } from './report/digits.ts'
import { versions } from './report/machine.ts'
import { readTrafficOptions } from './traffic/options.ts'
import { runTraffic } from './traffic/run-traffic.ts'

const options = readTrafficOptions(process.argv.slice(2))
const { node, machine } = versions()
console.log(`Node ${node}, ${machine}, load ${digits(loadavg()[0] ?? null)}`)
const server = await startServer('on')
const { answers, perSecond, p50, p99, faults, lostLeases, problems } = await runTraffic(server, options)
await server.stop()
for (const problem of problems.slice(0, 20)) console.error(problem)
const { sessions, workers, seconds, calls, model } = options
console.log(
  `${sessions} sessions, ${workers} workers with ${calls} calls of ${model} ms, ${seconds} s: ${answers} answers, ${digits(perSecond)} a second; ${p50} ms (p50), ${p99} ms (p99)`,
)
const counts = Object.entries(faults).map(([name, count]) => `${count} ${name}`)
console.log(`${counts.join(', ')}; ${lostLeases} leases lost; ${problems.length} problems`)
if (problems.length > 0) process.exitCode = 1

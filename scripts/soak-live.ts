/**
 * Talks over every official client with the fakes on loopback, in real time: `npm run soak -- [MINUTES]`. Exits with 1 if the
 * (scenario 117) model lacks steering at rest, a rule was broken, an answer was cut off by us, or the heap grows.
 */
import { certificate } from '../src/live/test/clients/certificate.ts'
import { clients } from '../src/live/test/clients/clients.ts'
import { Call } from './soak/call.ts'

const minutes = Number(process.argv[2] ?? 1)
if (!(minutes > 0)) throw new Error('usage: npm run soak -- [MINUTES]')
const tls = certificate()
if (tls === undefined) throw new Error('soak: openssl is needed for the clients that take wss: alone')
if (globalThis.gc === undefined) throw new Error('soak: run it with node --expose-gc')

/** Maximum number of bytes by which the heap may grow per turn: its texts are in the session and in the fake. */
const mostPerTurn = 20_000

const heap: { readonly minute: number; readonly bytes: number }[] = []
const began = Date.now()
const measure = (): void => {
  globalThis.gc?.()
  heap.push({ minute: (Date.now() - began) / 60_000, bytes: process.memoryUsage().heapUsed })
}

const modes = ['hybrid', 'context-injection'] as const
const calls = await Promise.all(
  clients.flatMap((client, at) =>
    modes.map((mode, other) => Call.start(client, mode, tls, 2 * at + other + 1)),
  ),
)
const end = began + minutes * 60_000
const runs = Promise.all(calls.map(call => call.run(end)))
// At this point, all code is loaded and compiled.
setTimeout(measure, Math.min(30_000, (minutes * 60_000) / 4))
const timer = setInterval(measure, 10 * 60_000)
await runs
clearInterval(timer)
measure()

const rows = calls.map(({ name, counts, lost, broken, cutByUs }) => ({
  name,
  ...counts,
  lost,
  broken,
  cutByUs,
}))
console.table(rows)
console.log(
  heap.map(({ minute, bytes }) => `${minute.toFixed(1)} min: ${(bytes / 1e6).toFixed(1)} MB`).join(', '),
)
const problems = calls.flatMap(call => call.problems.map(problem => `${call.name}: ${problem}`))
const turns = calls.reduce((sum, { counts }) => sum + counts.turns, 0)
const grown = (heap.at(-1)?.bytes ?? 0) - (heap[0]?.bytes ?? 0)
if (grown > Math.max(10_000_000, turns * mostPerTurn))
  problems.push(`the heap grew by ${grown} bytes in ${turns} turns`)
for (const problem of problems.slice(0, 30)) console.error(problem)
console.log(`soak: ${minutes} min, ${calls.length} calls, ${turns} turns, ${problems.length} problems`)
process.exit(problems.length > 0 ? 1 : 0)

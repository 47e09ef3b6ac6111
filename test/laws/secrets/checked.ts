import { parameters } from '../runs.ts'
import { peopleComplaints } from './people.ts'
import { toolComplaints } from './tools.ts'

/**
 * Sessions of each kind: half are compiled, four in ten are protected alone, one in ten is run. Each has the next secret of
 * the tables; targets, exits and cuts take turns, so that all of them have their turn in 2,000 sessions.
 */
const shares = {
  compiled: [0, 0.5],
  guarded: [0.5, 0.9],
  run: [0.9, 1],
} as const

/** Checks a share of the sessions, the view of a person beside each, and tools with real values beside one in twenty, and
 * throws what is wrong with the first of them. */
export async function checked(
  share: keyof typeof shares,
  check: (session: number) => Promise<readonly string[]>,
) {
  const [from, to] = shares[share].map(part => Math.floor(part * parameters.numRuns)) as [number, number]
  const start = process.hrtime.bigint()
  for (let session = from; session < to; session++) {
    // Four views of people beside three sessions: 2,000 with the usual 1,500.
    const people = [session, ...(session % 3 === 0 ? [session + 1_000_000] : [])]
    const tools = session % 20 === 0 ? await toolComplaints(session) : []
    const complaints = [...(await check(session)), ...people.flatMap(peopleComplaints), ...tools]
    if (complaints.length > 0) throw new Error(complaints.slice(0, 8).join('\n'))
  }
  const seconds = Number(process.hrtime.bigint() - start) / 1e9
  console.log(`secrets: ${to - from} sessions ${share}, ${seconds.toFixed(1)} s`)
  return to - from
}

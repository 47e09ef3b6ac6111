/**
 * A process that takes due sessions until its standard input ends: `worker.ts SCHEMA FILE [DELAY CALLS]`. Its model takes DELAY
 * milliseconds, and makes at most CALLS calls at the same time. It prints `ready`, and the number of lost leases.
 */
import { storeAt } from '../../src/run/runner/test/processes/store-at.ts'
import type { Lease, SessionLeases } from '../../src/run/store/index.ts'
import { createRunner } from '../../src/run.ts'
import { modelClient, programOf } from './program.ts'

const [schema = '', file = '', delay, calls] = process.argv.slice(2)
const store = await storeAt(schema)
const client = modelClient(delay === undefined ? undefined : Number(delay))
const leases = store.leases as SessionLeases
let lost = 0
const held = new Set<string>()
const nameOf = ({ key, fence }: Pick<Lease, 'key' | 'fence'>): string => `${key.id} ${fence}`
const hold = <Taken extends Lease | null>(lease: Taken): Taken => {
  if (lease !== null) held.add(nameOf(lease))
  return lease
}
const counting: SessionLeases = {
  ...leases,
  take: async (key, terms) => hold(await leases.take(key, terms)),
  takeDue: async terms => (await leases.takeDue(terms)).map(hold),
  release: async (lease, pause) => {
    held.delete(nameOf(lease))
    return leases.release(lease, pause)
  },
  renew: async terms => {
    const before = [...held]
    const renewed = await leases.renew(terms)
    const kept = new Set(renewed.map(nameOf))
    lost += before.filter(name => held.has(name) && !kept.has(name)).length
    return renewed
  },
}
const runner = createRunner({
  program: programOf(file),
  store: Object.create(store, { leases: { value: counting } }),
  models: () => client,
  ...(calls !== undefined && { calls: Number(calls) }),
})
await runner.recover({ atOnce: 40 })
console.log('ready')
process.stdin.on('end', async () => {
  await runner.stop()
  await store.close()
  console.log(lost)
})
process.stdin.resume()

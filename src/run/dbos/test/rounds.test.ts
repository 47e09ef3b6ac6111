// Runners whose driver spreads sessions look for due sessions that nobody woke. Each look takes a second.
import { expect, test } from 'vitest'
import { agent } from '../../../core/agent/declare.ts'
import { createRunner, type Driver, inProcessDriver } from '../../../run.ts'
import { scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore, type SessionLeases, type Store } from '../../store/index.ts'

const key = { owner: { app: 'test' }, id: 's1' }

test('a session that nobody woke runs within about a second, also if the store is slow', async () => {
  const inner = inMemoryStore()
  const leases = inner.leases as SessionLeases
  const changed: SessionLeases['changed'] = async (...given) => {
    await new Promise(resolve => setTimeout(resolve, 100))
    return leases.changed(...given)
  }
  const store: Store = Object.create(inner, { leases: { value: { ...leases, changed } } })
  const driver: Driver = Object.assign(inProcessDriver(Date.now), {
    unwoken: async <Keys>(keys: Keys) => keys,
  })
  let begun = 0
  const runner = createRunner({
    program: agent({ name: 'helper', model: 'gpt-5.4' }),
    store,
    driver,
    models: () => {
      begun = performance.now()
      return scriptedModel(['Done.'])
    },
    sharing: { pollInterval: 10 },
  })
  await runner.recover()
  const since = performance.now()
  const asked = { author: 'user', text: 'Go', actions: { run: { asked: { runId: 'r' } } } }
  await inner.append(key, { expectedRevision: 0, events: [asked], status: 'due', time: 0 })
  await expect.poll(() => begun, { timeout: 20_000 }).toBeGreaterThan(0)
  await runner.stop()
  expect(begun - since).toBeLessThan(3_000)
})

test('a session that waits in a queue is read when it changes, and the driver is asked for it once a second', async () => {
  const inner = inMemoryStore()
  let reads = 0
  const read: Store['read'] = (...given) => {
    reads++
    return inner.read(...given)
  }
  let questions = 0
  const driver: Driver = {
    start: async () => {},
    wake: async () => {},
    stop: async () => {},
    unwoken: async () => {
      questions++
      return []
    },
  }
  const runner = createRunner({
    program: agent({ name: 'helper', model: 'gpt-5.4' }),
    store: Object.create(inner, { read: { value: read } }),
    driver,
    models: () => scriptedModel([]),
    sharing: { pollInterval: 10 },
  })
  await runner.recover()
  const { outcome } = runner.run(key, { message: 'Hi' })
  outcome.catch(() => {}) // the runner stops before the end
  await new Promise(resolve => setTimeout(resolve, 300))
  const [before, asked] = [reads, questions]
  await new Promise(resolve => setTimeout(resolve, 1_500))
  expect(reads - before).toBe(0)
  expect(questions - asked).toBeLessThanOrEqual(2)
  await inner.append(key, {
    expectedRevision: 1,
    events: [{ author: 'user', text: 'More.' }],
    status: 'due',
    time: 0,
  })
  await expect.poll(() => reads, { timeout: 20_000 }).toBeGreaterThan(before)
  await runner.stop()
})

test('a process leaves looks out if many sessions are due', async () => {
  const store = inMemoryStore()
  const event = { author: 'user', text: 'Hi' }
  for (let index = 0; index < 1_000; index++)
    await store.append(
      { ...key, id: `s${index}` },
      { expectedRevision: 0, events: [event], status: 'due', time: 0 },
    )
  const asked: number[] = []
  const driver: Driver = {
    ...{ start: async () => {}, wake: async () => {}, stop: async () => {} },
    unwoken: async keys => {
      asked.push(keys.length)
      return []
    },
  }
  const program = agent({ name: 'helper', model: 'gpt-5.4' })
  const runner = createRunner({
    program,
    store,
    driver,
    models: () => scriptedModel([]),
    sharing: { pollInterval: 10 },
  })
  const since = performance.now()
  await runner.recover()
  expect(asked).toEqual([1_000])
  await expect.poll(() => asked, { timeout: 20_000 }).toEqual([1_000, 1_000])
  expect(performance.now() - since).toBeGreaterThan(1_900)
  await runner.stop()
})

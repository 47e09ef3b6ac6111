// A session whose run failed has a pause, which ends for the process that is asked to run it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inProcessDriver, type RunnerOptions } from '../../../run.ts'
import { inMemoryStore, type Store } from '../../store/index.ts'
import { helper, key, running } from './pains/setting.ts'

// All times pass on a clock of the tests, so that a busy machine changes nothing.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

const poll = 250
const leaseLength = 15_000
const shared: Partial<RunnerOptions> = {
  now: () => Date.now(),
  sharing: { pollInterval: poll, leaseLength },
  storeDeadlines: { call: 50, whole: 100 },
}

/** A store without a relay, and a process that cannot append to it in a run. */
function brokenProcess() {
  const store: Store = Object.create(inMemoryStore(), { relay: { value: undefined } })
  const append: Store['append'] = (...given) =>
    given[1].fence === undefined ? store.append(...given) : Promise.reject(new Error('disk full'))
  const models: RunnerOptions['models'] = () => {
    state.tried++
    throw new Error('no model here')
  }
  const broken: Store = Object.create(store, { append: { value: append } })
  const state = { tried: 0, models, broken }
  return { store, state, one: running(helper(), [], { ...shared, models }, broken) }
}

async function appendDue(store: Store): Promise<void> {
  const asked = { author: 'user', text: 'Go', actions: { run: { asked: { runId: 'r1' } } }, time: 0 }
  await store.append(key, { expectedRevision: 0, events: [asked], status: 'due', time: Date.now() })
}

test('a message gets its answer from another process, although the one that fails recovers sessions', async () => {
  const { store, one } = brokenProcess()
  await appendDue(store)
  await one.runner.recover()
  await pass(6 * leaseLength)
  const other = running(helper(), ['Here I am.'], shared, store)
  let text: string | null = null
  void other.run('Is anybody there?').then(outcome => {
    text = outcome.text
  })
  await pass(2 * poll)
  expect(text).toBe('Here I am.')
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test('another process that resumes a failing session gets it at once', async () => {
  const { store, one } = brokenProcess()
  await appendDue(store)
  await one.runner.recover()
  await pass(8 * leaseLength)
  const other = running(helper(), ['Here I am.'], shared, store)
  let text: string | null = null
  void other.resume().then(outcome => {
    text = outcome.text
  })
  await pass(2 * poll)
  expect(text).toBe('Here I am.')
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test('a process that recovers sessions waits twice as long after each failure, and not at all after a message', async () => {
  const { store, state, one } = brokenProcess()
  await appendDue(store)
  await one.runner.recover()
  await pass(10_000)
  const once = state.tried
  expect(once).toBeGreaterThan(0)
  const again = one.resume()
  again.catch(() => {})
  await pass(0)
  expect(state.tried).toBe(2 * once)
  // The wait of the first failure ends in this time.
  await pass(25_000)
  expect(state.tried).toBe(2 * once)
  await pass(10_000)
  expect(state.tried).toBe(3 * once)
  const record = await store.read(key)
  const events = [{ author: 'user', text: 'Please', time: 0 }]
  await store.append(key, {
    expectedRevision: record?.revision ?? 0,
    events,
    status: 'due',
    time: Date.now(),
  })
  await pass(8 * poll)
  expect(state.tried).toBe(4 * once)
  await one.runner.stop()
})

test('a driver that spreads sessions is not asked to run a failing one again at once', async () => {
  const { store, state, one } = brokenProcess()
  await one.runner.stop()
  await appendDue(store)
  const driver = Object.assign(inProcessDriver(Date.now), { unwoken: async (keys: unknown) => keys as never })
  const spread = running(helper(), [], { ...shared, models: state.models, driver }, state.broken)
  await spread.runner.recover()
  await pass(10_000)
  const once = state.tried
  expect(once).toBeGreaterThan(0)
  await pass(5_000 + 4 * poll)
  expect(state.tried).toBe(2 * once)
  await spread.runner.stop()
})

test('an outcome does not wait for the release of the lease, and the session runs again meanwhile', async () => {
  const inner = inMemoryStore()
  let isDown = true
  const leases = {
    ...(inner.leases as NonNullable<Store['leases']>),
    release: async (lease: { key: typeof key; fence: number }) => {
      if (isDown) throw new Error('down')
      await inner.leases?.release(lease)
    },
  }
  const store: Store = Object.create(inner, { leases: { value: leases } })
  const one = running(helper(), ['Hello.', 'Again.'], shared, store)
  const texts: (string | null)[] = []
  for (const message of ['Hi', 'And now?']) {
    void one.run(message).then(({ text }) => texts.push(text))
    await pass(0)
  }
  expect(texts).toEqual(['Hello.', 'Again.'])
  isDown = false
  await pass(1_000)
  const terms = { holder: 'other', length: 1, now: Date.now() }
  expect(await inner.leases?.take(key, terms)).not.toBeNull()
  await one.runner.stop()
})

test('a stop waits for the release of a lease', async () => {
  const inner = inMemoryStore()
  let release = (): void => {}
  const leases = {
    ...(inner.leases as NonNullable<Store['leases']>),
    release: () => new Promise<void>(resolve => (release = resolve)),
  }
  const store: Store = Object.create(inner, { leases: { value: leases } })
  const one = running(helper(), ['Hello.'], { ...shared, storeDeadlines: { call: 5_000 } }, store)
  one.run('Hi').catch(() => {})
  await pass(0)
  let isStopped = false
  const stopped = one.runner.stop().then(() => {
    isStopped = true
  })
  await pass(1_000)
  expect(isStopped).toBe(false)
  release()
  await pass(0)
  await stopped
  expect(isStopped).toBe(true)
})

test('a session that a driver woke before the lease of a dead process ended is woken again at its end', async () => {
  const store: Store = Object.create(inMemoryStore(), { relay: { value: undefined } })
  const driver = Object.assign(inProcessDriver(Date.now), { unwoken: async (keys: unknown) => keys as never })
  const spread = running(helper(), ['Here I am.'], { ...shared, driver }, store)
  await appendDue(store)
  // Rounds for all sessions come every second.
  await store.leases?.take(key, { holder: 'dead', length: 1_400, now: Date.now() })
  await spread.runner.recover()
  let text: string | null = null
  void spread.resume().then(outcome => {
    text = outcome.text
  })
  await pass(1_390)
  expect(text).toBeNull()
  await pass(10 + 1.5 * poll)
  expect(text).toBe('Here I am.')
  await spread.runner.stop()
})

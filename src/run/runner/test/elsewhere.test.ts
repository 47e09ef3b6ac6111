// A session that another process runs is steered from this one, and work goes on when its process stops.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tool } from '../../../core/agent/tool.ts'
import type { RunnerOptions, ToolContext } from '../../../run.ts'
import { inMemoryStore, type SessionKey, type SessionLeases, type Store } from '../../store/index.ts'
import { by, calls, door, halting, helper, key, running } from './pains/setting.ts'

// All times pass on a clock of the tests, so that a busy machine changes nothing.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

const poll = 250
const shared: Partial<RunnerOptions> = {
  now: () => Date.now(),
  sharing: { pollInterval: poll, leaseLength: 15_000 },
}

const keyOf = (index: number): SessionKey => ({ owner: { app: 'test' }, id: `s${index}` })

/** Returns a store without a relay, so that processes know of each other by the store alone. */
const withoutRelay = (store: Store): Store => Object.create(store, { relay: { value: undefined } })

/** Returns a store with other methods of leases. */
const withLeases = (store: Store, change: (leases: SessionLeases) => Partial<SessionLeases>): Store => {
  const leases = store.leases as SessionLeases
  return Object.create(store, { leases: { value: { ...leases, ...change(leases) } } })
}

async function appendDue(store: Store, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const asked = { author: 'user', text: 'Go', actions: { run: { asked: { runId: `r${index}` } } }, time: 0 }
    await store.append(keyOf(index), { expectedRevision: 0, events: [asked], status: 'due', time: index })
  }
}

/** A tool that works until its signal aborts or a door opens. */
function working() {
  const gate = door()
  const seen = { stopped: 0, done: 0 }
  const work = tool({
    name: 'work',
    execute: async (_, context) => {
      const { signal } = context as ToolContext
      await Promise.race([gate.wait(), new Promise(resolve => signal.addEventListener('abort', resolve))])
      signal.aborted ? seen.stopped++ : seen.done++
      return 'worked'
    },
  })
  return { ...gate, work, seen }
}

test('a run is cancelled from another process within one look', async () => {
  const store = withoutRelay(inMemoryStore())
  const { work, arrived, seen } = working()
  const one = running(helper([work]), [calls(['work'])], shared, store)
  const other = running(helper([work]), [], shared, store)
  const first = one.run('Go')
  await arrived
  await other.runner.cancel(key, { why: 'too slow' })
  await pass(poll)
  expect((await first).status).toBe('cancelled')
  expect(seen).toEqual({ stopped: 1, done: 0 })
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test.each([
  ['approved', 'paid'],
  ['denied', 'Denied'],
] as const)('a call is %s in another process while its session runs', async (decision, text) => {
  const store = withoutRelay(inMemoryStore())
  const { work, arrived, open } = working()
  let paid = 0
  const pay = tool({ name: 'pay', needsApproval: true, execute: () => `paid ${++paid}` })
  const one = running(helper([work, pay]), [calls(['work'], ['pay']), 'Done.'], shared, store)
  const other = running(helper([work, pay]), [], shared, store)
  const first = one.run('Go')
  await arrived
  await pass(poll)
  const call = (await one.events()).findIndex(({ parts }) => parts.some(({ kind }) => kind === 'tool-call'))
  if (decision === 'approved') await other.runner.approve(key, `${call}.1`, by)
  else await other.runner.deny(key, `${call}.1`, by)
  await pass(poll)
  expect(paid).toBe(decision === 'approved' ? 1 : 0)
  open()
  await pass(poll)
  expect((await first).text).toBe('Done.')
  expect((await one.lines()).join()).toMatch(new RegExp(text, 'i'))
  expect([one.requests.length, other.requests.length]).toEqual([2, 0])
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test('a message to a session that runs elsewhere is read by the process that runs it', async () => {
  const store = withoutRelay(inMemoryStore())
  const { work, arrived, open } = working()
  const one = running(helper([work]), [calls(['work']), 'Done.', 'Hello.'], shared, store)
  const other = running(helper([work]), [], shared, store)
  const first = one.run('Go')
  await arrived
  await other.runner.send(key, 'Say hello.')
  await pass(poll)
  open()
  expect((await first).status).toBe('done')
  expect(JSON.stringify(one.requests.at(-1))).toContain('Say hello.')
  expect(other.requests.length).toBe(0)
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test('quiet followed sessions cost a process one query a look, and a takeover follows the end of the lease', async () => {
  const inner = withoutRelay(inMemoryStore())
  const made: string[] = []
  const counted = withLeases(inner, leases => ({
    take: (...given) => {
      made.push('take')
      return leases.take(...given)
    },
    changed: (...given) => {
      made.push('changed')
      return leases.changed(...given)
    },
  }))
  const read: Store['read'] = (...given) => {
    made.push('read')
    return inner.read(...given)
  }
  const store: Store = Object.create(counted, { read: { value: read } })
  await appendDue(inner, 20)
  // The process died, but its leases last.
  await inner.leases?.takeDue({ holder: 'dead', length: 15_000, now: Date.now() })
  const one = running(helper(), Array(20).fill('Taken.'), shared, store)
  const outcomes = Array.from({ length: 20 }, (_, index) => one.runner.resume(keyOf(index)).outcome)
  await pass(poll)
  made.length = 0
  await pass(10_000)
  expect(made).toEqual(Array(10_000 / poll).fill('changed'))
  await pass(5_000 + poll)
  expect((await Promise.all(outcomes)).map(({ text }) => text)).toEqual(Array(20).fill('Taken.'))
  await one.runner.stop()
})

test('a follower gets the outcome although looks fail for a while', async () => {
  const inner = withoutRelay(inMemoryStore())
  let isDown = false
  const store = withLeases(inner, leases => ({
    changed: (...given) => (isDown ? Promise.reject(new Error('down')) : leases.changed(...given)),
  }))
  const { wait, arrived, open } = door()
  const one = running(
    helper(),
    [],
    { ...shared, models: () => halting('Half', { wait }, ' done.') },
    withoutRelay(inner),
  )
  const other = running(helper(), [], { ...shared, storeDeadlines: { call: 100, whole: 300 } }, store)
  const first = one.run('Go')
  await arrived
  const followed = other.resume()
  await pass(poll)
  isDown = true
  open()
  await first
  await pass(5_000)
  isDown = false
  await pass(2_000)
  expect((await followed).text).toBe('Half done.')
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test('a process that stops gives back its sessions, also those that have not begun', async () => {
  const store = withoutRelay(inMemoryStore())
  await appendDue(store, 6)
  const { wait, arrived } = door()
  const models = () => halting('Half', { wait }, ' done.')
  const one = running(helper(), [], { ...shared, models }, store)
  expect(await one.runner.recover({ atOnce: 4 })).toBe(4)
  await arrived
  const other = running(helper(), Array(6).fill('Done.'), shared, store)
  expect(await other.runner.recover({ atOnce: 1 })).toBe(1)
  await one.runner.stop()
  await pass(2 * poll)
  const statuses = await Promise.all(
    [0, 1, 2, 3, 4, 5].map(async index => (await store.read(keyOf(index)))?.status),
  )
  expect(new Set(statuses)).toEqual(new Set(['idle']))
  await other.runner.stop()
})

test('a session whose run fails is given back when it gets a message', async () => {
  const inner = withoutRelay(inMemoryStore())
  const isDown = true
  const append: Store['append'] = (...given) =>
    isDown && given[1].fence !== undefined ? Promise.reject(new Error('disk full')) : inner.append(...given)
  const store: Store = Object.create(inner, { append: { value: append } })
  const broken = { ...shared, storeDeadlines: { call: 50, whole: 100 } }
  const one = running(helper(), ['Hello.', 'Hello.'], broken, store)
  const first = one.run('Hi')
  first.catch(() => {})
  await pass(1_000)
  await expect(first).rejects.toThrow('disk full')
  const other = running(helper(), ['Here I am.'], shared, inner)
  const second = other.run('Is anybody there?')
  await pass(2 * poll)
  expect((await second).text).toBe('Here I am.')
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test('a lease that was released while its renewal was in progress is not used again', async () => {
  const inner = inMemoryStore()
  const renewal = door()
  const store = withLeases(inner, leases => ({
    renew: async terms => {
      const renewed = await leases.renew(terms)
      await renewal.wait()
      return renewed
    },
  }))
  const { wait, arrived, open } = door()
  let asked = 0
  const models = () => {
    asked++
    return halting('Half', { wait }, ' done.')
  }
  const one = running(helper(), [], { ...shared, models }, store)
  const first = one.run('Go')
  await arrived
  await pass(5_000)
  await renewal.arrived
  open()
  expect((await first).text).toBe('Half done.')
  renewal.open()
  await pass(0)
  const lease = await inner.leases?.take(key, { holder: 'other', length: 1, now: Date.now() })
  expect(lease).not.toBeNull()
  await pass(10)
  // With the old lease, the answer could not be stored, and the model would be called again.
  asked = 0
  const again = one.run('Again')
  await pass(1_000)
  expect((await again).text).toBe('Half done.')
  expect(asked).toBe(1)
  await one.runner.stop()
})

test('an observer gets one warning if the store has no leases', async () => {
  const seen: string[] = []
  const observe = { diagnostic: ({ code }: { readonly code: string }) => void seen.push(code) }
  const store: Store = Object.create(inMemoryStore(), { leases: { value: undefined } })
  const one = running(helper(), ['One.', 'Two.'], { observe }, store)
  for (const text of ['One.', 'Two.']) expect((await one.run('Go')).text).toBe(text)
  await one.runner.recover()
  expect(seen).toEqual(['CX9207'])
  const other = running(helper(), ['One.'], { observe })
  await other.run('Go')
  expect(seen).toEqual(['CX9207'])
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test('due sessions of a store without leases run at most `atOnce` at a time', async () => {
  const store: Store = Object.create(inMemoryStore(), { leases: { value: undefined } })
  await appendDue(store, 7)
  const gates = Array.from({ length: 7 }, door)
  let begun = 0
  const models = () => halting('Half', gates[begun++] as never, ' done.')
  const one = running(helper(), [], { ...shared, models }, store)
  expect(await one.runner.recover({ atOnce: 3 })).toBe(3)
  await pass(10)
  expect(begun).toBe(3)
  for (const [index, { open }] of gates.entries()) {
    open()
    await pass(10)
    expect(begun).toBe(Math.min(7, index + 4))
  }
  await one.runner.idle()
  await one.runner.stop()
})

test('a lease outlives a renewal that gets no answer', async () => {
  const inner = inMemoryStore()
  const [{ wait, arrived, open }, late] = [door(), door()]
  let renewals = 0
  const store = withLeases(inner, leases => ({
    renew: async terms => {
      if (++renewals === 1) await late.wait()
      return leases.renew(terms)
    },
  }))
  const options: Partial<RunnerOptions> = {
    now: () => Date.now(),
    sharing: { leaseLength: 600, pollInterval: 5 },
  }
  const one = running(helper(), [], { ...options, models: () => halting('Half', { wait }, ' done.') }, store)
  const first = one.run('Go')
  await arrived
  const other = running(helper(), ['Taken.'], options, inner)
  const followed = other.resume()
  await pass(900)
  expect(renewals).toBeGreaterThan(1)
  late.open()
  open()
  await pass(20)
  expect((await first).text).toBe('Half done.')
  expect((await followed).text).toBe('Half done.')
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

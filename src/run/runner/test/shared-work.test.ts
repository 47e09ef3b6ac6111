// Work on the sessions of one store, when stores, drivers and relays fail, or sessions disappear.
import { describe, expect, test } from 'vitest'
import { agent } from '../../../core/agent/declare.ts'
import { pipeline } from '../../../index.ts'
import type { SessionKey, SessionLeases, Store } from '../../store/index.ts'
import { inProcessDriver } from '../driver.ts'
import { emptyStore, longerThanCalls } from './empty-store.ts'
import { door, halting, helper, key, running, withoutLeases } from './pains/setting.ts'

const keyOf = (index: number): SessionKey => ({ owner: { app: 'test' }, id: `s${index}` })
const sharing = { leaseLength: 3_000, pollInterval: 5 }
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Returns a store with sessions in which a run was requested. */
async function storeWithDue(count: number): Promise<Store> {
  const store = emptyStore()
  for (let index = 0; index < count; index++) {
    const asked = { author: 'user', text: 'Go', actions: { run: { asked: { runId: `r${index}` } } }, time: 0 }
    await store.append(keyOf(index), { expectedRevision: 0, events: [asked], status: 'due', time: 0 })
  }
  return store
}

/** Returns a store with other methods of leases. */
const withLeases = (store: Store, change: (leases: SessionLeases) => Partial<SessionLeases>): Store => {
  const leases = store.leases as SessionLeases
  return Object.create(store, { leases: { value: { ...leases, ...change(leases) } } })
}

test('a due session in which the program has nothing to do is not taken again and again', async () => {
  const inner = emptyStore()
  const model = 'gpt-5.4'
  const [one, two] = ['one', 'two'].map(name => agent({ name, model, instruction: 'Help.' }))
  const before = running(
    pipeline(one as never, two as never) as never,
    ['One.', { error: 'down' } as never],
    {},
    inner,
  )
  await before.run('Go')
  await before.runner.stop()
  const record = await inner.read(key)
  const due =
    (await inner.read(key))?.events.filter(({ actions }) => actions?.run?.failed === undefined) ?? []
  await inner.append(keyOf(9), { expectedRevision: 0, events: due, status: 'due', time: 0 })
  expect(record).not.toBeNull()
  let taken = 0
  const store = withLeases(inner, leases => ({
    takeDue: async terms => {
      const all = await leases.takeDue(terms)
      taken += all.length
      return all
    },
  }))
  const after = running(pipeline(one as never) as never, [], { sharing }, store)
  await after.runner.recover({ atOnce: 1 })
  await pause(100)
  expect(taken).toBe(1)
  await after.runner.stop()
})

test('followers of a session that is deleted are told', async () => {
  const store = emptyStore()
  const { wait, arrived, open } = door()
  const one = running(helper(), [], { models: () => halting('Half', { wait }, ' done.'), sharing }, store)
  const other = running(helper(), [], { sharing }, store)
  const outcomes = [one.run('Go')]
  await arrived
  outcomes.push(other.resume())
  await pause(20)
  await store.delete(key)
  open()
  const ends = await Promise.allSettled(outcomes)
  for (const end of ends) expect(end).toMatchObject({ status: 'rejected' })
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test.each([
  ['a process', 0],
  ['a process that was started again while it had 20 of them', 20],
])('%s takes due sessions only while fewer than `atOnce` run', async (_, before) => {
  const inner = await storeWithDue(40)
  const own = { ...sharing, holder: 'again' }
  if (before > 0)
    await inner.leases?.takeDue({ holder: own.holder, length: 60_000, now: 1_000, limit: before })
  const store = withLeases(inner, leases => ({
    takeDue: async terms => {
      await pause(2)
      return leases.takeDue(terms)
    },
  }))
  const seen = { now: 0, most: 0, all: 0 }
  const client = {
    target: 'openai-chat' as const,
    async *stream(_: unknown, { model }: { readonly model: string }) {
      seen.now++
      seen.all++
      seen.most = Math.max(seen.most, seen.now)
      await pause(longerThanCalls)
      seen.now--
      const message = { role: 'assistant', content: 'Done.' }
      yield { type: 'response' as const, response: { model, choices: [{ message, finish_reason: 'stop' }] } }
    },
  }
  const { runner } = running(helper(), [], { models: () => client as never, sharing: own }, store)
  expect(await runner.recover({ atOnce: 4 })).toBe(4)
  await runner.idle()
  expect(seen).toEqual({ now: 0, most: 4, all: 40 })
  await runner.stop()
})

test('a due session that its driver could not wake is left to others', async () => {
  const store = await storeWithDue(3)
  const driver = inProcessDriver(() => 1_000)
  const wake = driver.wake.bind(driver)
  let wakes = 0
  driver.wake = (of, at) => (++wakes === 2 ? Promise.reject(new Error('queue full')) : wake(of, at))
  const one = running(helper(), ['Done.', 'Done.', 'Done.'], { driver, sharing }, store)
  await one.runner.recover()
  await one.runner.idle()
  const other = running(helper(), ['Done.', 'Done.'], { sharing }, store)
  await other.runner.recover()
  await other.runner.idle()
  await pause(30)
  const statuses = await Promise.all([0, 1, 2].map(async index => (await store.read(keyOf(index)))?.status))
  expect(statuses).toEqual(['idle', 'idle', 'idle'])
  await Promise.all([one.runner.stop(), other.runner.stop()])
})

test('a relay that throws disturbs no run', async () => {
  const fail = (): never => {
    throw new Error('redis is down')
  }
  const relay = { publish: fail, subscribe: fail }
  const one = running(helper(), ['Hello.'], { sharing: { relay } })
  expect((await one.run('Hi')).text).toBe('Hello.')
  await one.runner.stop()
})

test('a runner starts its driver again after a failure', async () => {
  const driver = inProcessDriver(() => 1_000)
  const start = driver.start.bind(driver)
  let starts = 0
  driver.start = (drive, terms) =>
    ++starts === 1 ? Promise.reject(new Error('no queue')) : start(drive, terms)
  const one = running(helper(), ['Hello.'], { driver })
  await expect(one.run('Hi')).rejects.toThrow('no queue')
  expect((await one.run('Hi')).text).toBe('Hello.')
  await one.runner.stop()
})

describe('a session that is deleted before its run', () => {
  /** Returns a driver that deletes each session which it is to run. */
  const deleting = (store: Store) => {
    const driver = inProcessDriver(() => 1_000)
    const wake = driver.wake.bind(driver)
    return Object.assign(driver, {
      wake: async (key: SessionKey) => {
        await store.delete(key)
        await wake(key)
      },
    })
  }

  test.each([
    ['with', (store: Store) => store],
    ['without', withoutLeases],
  ])('calls no model, and its callers are told, in a store %s leases', async (_, storeOf) => {
    const store = storeOf(emptyStore())
    const options = { driver: deleting(store), sharing }
    const { runner, run, requests } = running(helper(), ['Never.'], options, store)
    await expect(run('Go')).rejects.toThrow('was deleted')
    expect(requests).toEqual([])
    await runner.stop()
  })

  test('calls no model if a process had leased it', async () => {
    const store = await storeWithDue(1)
    const { runner, requests } = running(helper(), ['Never.'], { driver: deleting(store), sharing }, store)
    await runner.recover()
    await runner.idle()
    expect(requests).toEqual([])
    await runner.stop()
  })
})

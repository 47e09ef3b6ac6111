// Many sessions call one provider, which refuses calls beyond a limit. No session fails for that.
import { expect, test } from 'vitest'
import { createRunner, type RunnerOptions } from '../../../run.ts'
import type { ModelClient } from '../../models/model-client.ts'
import type { Store } from '../../store/index.ts'
import { type Driver, inProcessDriver } from '../driver.ts'
import { Turnstile } from '../turnstile.ts'
import { emptyStore, longerThanCalls } from './empty-store.ts'
import { door, helper } from './pains/setting.ts'

/** A provider that answers after a wait and some milliseconds, and allows a number of calls at once. */
function provider(allowed: number, duration = 5, wait = async (): Promise<void> => {}) {
  const seen = { running: 0, most: 0, refused: 0, answered: 0 }
  const client: ModelClient = {
    target: 'openai-chat',
    async *stream(_, { model }) {
      if (seen.running >= allowed) {
        seen.refused++
        throw Object.assign(new Error('Rate limit reached'), { status: 429 })
      }
      seen.running++
      seen.most = Math.max(seen.most, seen.running)
      await wait()
      await pause(duration)
      seen.running--
      seen.answered++
      const message = { role: 'assistant', content: 'Hello.' }
      yield { type: 'response', response: { model, choices: [{ message, finish_reason: 'stop' }] } }
    },
  }
  return { client, seen }
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

const keyOf = (index: number) => ({ owner: { app: 'test' }, id: `s${index}` })

/** Runs sessions at the same time, and returns their statuses. */
async function runAll(client: ModelClient, count: number, more: Partial<RunnerOptions> = {}) {
  const runner = createRunner({
    program: helper(),
    store: emptyStore(),
    models: () => client,
    retry: { delay: 10 },
    ...more,
  })
  const runs = Array.from(
    { length: count },
    (_, index) => runner.run(keyOf(index), { message: 'Hi' }).outcome,
  )
  const statuses = (await Promise.all(runs)).map(({ status }) => status)
  await runner.stop()
  return statuses
}

test('a runner makes at most `calls` calls of one client at once', async () => {
  const { client, seen } = provider(4)
  const statuses = await runAll(client, 60, { calls: 4 })
  expect(new Set(statuses)).toEqual(new Set(['done']))
  expect(seen).toEqual({ running: 0, most: 4, refused: 0, answered: 60 })
})

test('a runner that knows no limit makes fewer calls at once when its provider refuses some', async () => {
  const { client, seen } = provider(4)
  const statuses = await runAll(client, 100)
  expect(new Set(statuses)).toEqual(new Set(['done']))
  expect(seen.answered).toBe(100)
  // 96 of the first 100 calls are refused, then half as many calls begin at once each time.
  expect(seen.refused).toBeLessThan(300)
})

test('a session fails if its provider refuses every call', async () => {
  const { client, seen } = provider(0)
  expect(new Set(await runAll(client, 3, { retry: { attempts: 2, delay: 1 } }))).toEqual(new Set(['failed']))
  expect(seen.refused).toBeLessThan(20)
})

test('requests of a minute have at most `tokensPerMinute` tokens, and a larger request begins alone', async () => {
  const { client, seen } = provider(100, 1)
  const runner = createRunner({
    program: helper(),
    store: emptyStore(),
    models: () => client,
    tokensPerMinute: 1,
  })
  const first = runner.run(keyOf(1), { message: 'Hi' }).outcome
  while (seen.running + seen.answered === 0) await pause(1)
  runner.run(keyOf(2), { message: 'Hi' }).outcome.catch(() => {})
  expect((await first).status).toBe('done')
  await pause(30)
  expect(seen.answered).toBe(1)
  await runner.stop()
})

test('a call that is cancelled while it waits leaves its place to the next one', async () => {
  const { wait, open } = door()
  const { client, seen } = provider(1, 5, wait)
  const store = emptyStore()
  const runner = createRunner({ program: helper(), store, models: () => client, calls: 1 })
  const start = (index: number) => runner.run(keyOf(index), { message: 'Hi' }).outcome
  const runs = [start(1)]
  while (seen.running === 0) await pause(1)
  runs.push(start(2), start(3))
  while ((await store.read(keyOf(2))) === null) await pause(1)
  await pause(2 * longerThanCalls)
  await runner.cancel(keyOf(2))
  open()
  expect((await Promise.all(runs)).map(({ status }) => status)).toEqual(['done', 'cancelled', 'done'])
  expect(seen.answered).toBe(2)
  await runner.stop()
})

test('models are called before the messages of a whole crowd are stored', async () => {
  const { client, seen } = provider(8, 1)
  const store = emptyStore()
  const connections = new Turnstile(4)
  const pooled = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    const leave = await connections.enter()
    return pause(1).then(call).finally(leave)
  }
  let [stored, storedFirst] = [0, 0]
  const append: Store['append'] = async (key, write) => {
    const revision = await pooled(() => store.append(key, write))
    if (write.expectedRevision === 0) stored++
    if (seen.running + seen.answered === 0) storedFirst = stored
    return revision
  }
  const read: Store['read'] = (...given) => pooled(() => store.read(...given))
  const slow = Object.create(store, { append: { value: append }, read: { value: read } })
  const statuses = await runAll(client, 40, { store: slow, calls: 8 })
  expect(new Set(statuses)).toEqual(new Set(['done']))
  expect(stored).toBe(40)
  expect(storedFirst).toBeLessThan(30)
})

test('a driver that waits for the end of each run keeps no request waiting', async () => {
  const { wait, open } = door()
  const { client, seen } = provider(100, 1, wait)
  const inner = inProcessDriver(Date.now)
  const running = new Map<string, () => void>()
  const driver: Driver = {
    start: (drive, terms) =>
      inner.start((...given) => drive(...given).finally(() => running.get(given[0].id)?.()), terms),
    wake: async (key, at) => {
      const ended = new Promise<void>(resolve => running.set(key.id, resolve))
      await inner.wake(key, at)
      await ended
    },
    stop: () => inner.stop(),
  }
  const runner = createRunner({ program: helper(), store: emptyStore(), models: () => client, driver })
  const runs = Array.from({ length: 40 }, (_, at) => runner.run(keyOf(at), { message: 'Hi' }).outcome)
  while (seen.running < 40) await pause(1)
  open()
  expect(new Set((await Promise.all(runs)).map(({ status }) => status))).toEqual(new Set(['done']))
  await runner.stop()
})

// No follower waits forever: followers of a failed session get its error, and `stop` ends all work.
import { expect, test } from 'vitest'
import { agent } from '../../../core/agent/declare.ts'
import { createRunner } from '../../../run.ts'
import { scriptedModel } from '../../../testing/index.ts'
import type { Store } from '../../store/index.ts'
import { emptyStore } from './empty-store.ts'

const helper = agent({ name: 'helper', model: 'gpt-5.4', instruction: 'Help.' })
const key = { owner: { app: 'test' }, id: 's1' }
const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
const methods = ['read', 'append', 'scopes', 'due', 'list', 'fork', 'delete', 'deleteOwner', 'close'] as const

/** A store that runs a function around each call of another store. */
function around(
  inner: Store,
  call: (method: (typeof methods)[number], work: () => Promise<unknown>, given: readonly any[]) => unknown,
): Store {
  const entries = methods.map(method => {
    const work = inner[method] as (...given: unknown[]) => Promise<unknown>
    return [method, async (...given: unknown[]) => call(method, () => work.apply(inner, given), given)]
  })
  return Object.fromEntries(entries) as Store
}

/** Resolves to a word if a promise is not settled soon. */
const soon = <Result>(promise: Promise<Result>): Promise<Result | string> =>
  Promise.race([promise.catch((error: Error) => error.message), sleep(2_000).then(() => 'never settled')])

test('whoever follows a session whose drive failed meanwhile has an outcome', async () => {
  let hook: (() => void) | null = null
  let isArmed = false
  let fails = 0
  const store = around(emptyStore(), async (method, work, [, options]) => {
    if (method === 'append') {
      const revision = await work()
      if (isArmed) {
        isArmed = false
        hook = () => {
          second = runner.run(key, { message: 'from another tab' }).outcome
        }
      }
      return revision
    }
    if (method === 'read' && options?.from && (hook !== null || fails > 0)) {
      if (hook !== null) fails = 1
      hook?.()
      hook = null
      fails--
      await sleep(5)
      throw new Error('connection reset')
    }
    return work()
  })
  let second: Promise<unknown> = Promise.reject(new Error('not begun'))
  second.catch(() => {})
  const models = () => scriptedModel(() => 'Hi')
  const runner = createRunner({ program: helper, store, models, storeDeadlines: { whole: 1 } })
  await runner.run(key, { message: 'one' }).outcome
  isArmed = true
  expect(await soon(runner.run(key, { message: 'two' }).outcome)).toMatch('connection reset')
  expect(await soon(second)).not.toBe('never settled')
  expect(await soon(runner.run(key, { message: 'three' }).outcome)).toMatchObject({ status: 'done' })
})

test.each(['read', 'append', 'scopes'] as const)(
  'after stop during a slow %s, the store is not used and each outcome is settled',
  async slow => {
    let isOver = false
    const late: string[] = []
    const store = around(emptyStore(), async (method, work) => {
      if (isOver) late.push(method)
      if (method === slow) await sleep(60)
      const result = await work()
      if (isOver) late.push(method)
      return result
    })
    const runner = createRunner({ program: helper, store, models: () => scriptedModel(() => 'Hi') })
    const { outcome } = runner.run(key, { message: 'hello' })
    await sleep(20)
    await Promise.all([runner.stop(), runner.stop()])
    isOver = true
    expect(await soon(outcome)).toBe('the runner was stopped')
    expect(await soon(runner.events(key))).toBe('the runner was stopped')
    expect(await soon(runner.recover())).toBe('the runner was stopped')
    await sleep(100)
    expect(late).toEqual([])
  },
)

test('stop keeps the answer that is being appended, and does not begin another step', async () => {
  const inner = emptyStore()
  let appends = 0
  const store = around(inner, async (method, work) => {
    if (method === 'append' && ++appends === 2) await sleep(40)
    return work()
  })
  const client = scriptedModel(() => 'Hi')
  const runner = createRunner({ program: helper, store, models: () => client })
  const { outcome } = runner.run(key, { message: 'hello' })
  while (appends < 2) await sleep(1)
  await runner.stop()
  const record = await inner.read(key)
  expect(record?.events.some(({ author }) => author === 'helper')).toBe(true)
  expect(await soon(outcome)).toMatch('the runner was stopped')
  expect(client.requests.length).toBe(1)
})

test('a fork whose answer was lost is made once', async () => {
  const inner = emptyStore()
  let forks = 0
  const store = around(inner, async (method, work) => {
    const result = await work()
    if (method === 'fork' && ++forks === 1) throw new Error('connection reset')
    return result
  })
  const models = () => scriptedModel(() => 'Hi')
  const runner = createRunner({ program: helper, store, models, now: () => 7 })
  await runner.run(key, { message: 'hello' }).outcome
  expect(await runner.fork(key, 's2')).toBe((await inner.read(key))?.revision)
  await expect(runner.fork(key, 's2')).rejects.toThrow(/revision/)
})

test('an append of which the answer was lost is read back, whatever order its database gives keys', async () => {
  const inner = emptyStore()
  const sorted = (value: any): any =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.keys(value)
              .sort()
              .map(name => [name, sorted(value[name])]),
          )
        : value
  let appends = 0
  const store = around(inner, async (method, work) => {
    const result = await work()
    if (method === 'append' && ++appends === 2) throw new Error('connection reset')
    return method === 'read' ? sorted(result) : result
  })
  const client = scriptedModel(() => 'Hi')
  const runner = createRunner({ program: helper, store, models: () => client })
  expect(await runner.run(key, { message: 'hello' }).outcome).toMatchObject({ status: 'done', revision: 3 })
  expect([client.requests.length, appends]).toEqual([1, 2])
})

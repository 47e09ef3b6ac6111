// Costs of model calls in the store, and the quotas of owners.
import { agent } from 'ctxc'
import { createRunner, type Quotas } from 'ctxc/run'
import { inMemoryStore, type Store } from 'ctxc/store'
import { sqliteStore } from 'ctxc/store/sqlite'
import { scriptedModel } from 'ctxc/testing'
import { expect, test } from 'vitest'

const start = Date.UTC(2026, 10, 30, 12)
const answer = (text: string) => ({ text, usage: { inputTokens: 1_000_000, outputTokens: 1_000 } })
const ada = { app: 'shop', user: 'ada' }
const bob = { app: 'shop', user: 'bob' }

interface Given {
  readonly store?: Store
  readonly model?: string
  readonly now?: () => number
  readonly atLimit?: 'stop' | 'answer'
}

/** Runner of one agent, each of whose answers costs the same. */
function runnerWith(quota: Quotas | undefined, { store = inMemoryStore(), model, now, atLimit }: Given = {}) {
  const helper = agent({ name: 'helper', model: model ?? 'claude-haiku-5-5', instruction: 'Help.' })
  const models = scriptedModel(Array.from({ length: 20 }, (_, index) => answer(`answer ${index}`)))
  const runner = createRunner({
    program: helper,
    ...{ store, models: () => models, now: now ?? (() => start) },
    ...(quota !== undefined && { quota }),
    ...(atLimit !== undefined && { atLimit }),
  })
  const say = (owner: typeof ada, id = 's') => runner.run({ owner, id }, { message: 'Hi' }).outcome
  return { store, runner, models, say }
}

test.each([
  ['memory', inMemoryStore],
  ['SQLite', () => sqliteStore(':memory:')],
])('the store in %s has the costs of each answer, with its price', async (_, make) => {
  const { say, store } = runnerWith(undefined, { store: make() })
  await say(ada)
  await say(ada)
  await say(bob)
  const costs = await store.accounts?.costs({ app: 'shop' })
  expect(costs?.map(({ owner, calls, unpriced }) => [owner.user, calls, unpriced])).toEqual([
    ['ada', 2, 0],
    ['bob', 1, 0],
  ])
  const [ofAda, ofBob] = costs ?? []
  expect(ofAda?.usage).toMatchObject({ inputTokens: 2_000_000, outputTokens: 2_000 })
  expect(ofAda?.usd).toBeCloseTo(2 * (ofBob?.usd ?? 0), 10)
  expect(ofBob?.usd).toBeGreaterThan(0)
  await store.close()
})

test('a call whose price is not known counts without a price', async () => {
  const { say, store } = runnerWith(undefined, { model: 'an-own-model' })
  await say(ada)
  expect(await store.accounts?.costs()).toMatchObject([
    { model: 'an-own-model', calls: 1, usd: 0, unpriced: 1 },
  ])
})

test('a quota of tokens stops the next call of its owner alone, and resume goes on in the next period', async () => {
  let time = start
  const { say, runner, models } = runnerWith({ tokens: 1_500_000, per: 'day' }, { now: () => time })
  expect((await say(ada)).status).toBe('done')
  time += 5_000
  expect((await say(ada, 't')).status).toBe('done')
  time += 5_000
  const stopped = await say(ada)
  expect(stopped).toMatchObject({ status: 'limited' })
  expect(JSON.stringify(stopped)).toContain('the limit on quotaTokens (1500000) was reached')
  expect((await say(bob)).status).toBe('done')
  const calls = models.requests.length
  time = Date.UTC(2026, 11, 1)
  expect((await runner.resume({ owner: ada, id: 's' }).outcome).status).toBe('done')
  expect(models.requests.length).toBe(calls + 1)
})

test('a quota in USD counts the calls of all users of an app, also those of another process', async () => {
  const store = inMemoryStore()
  const first = runnerWith(undefined, { store })
  await first.say(ada)
  const { usd = 0 } = (await store.accounts?.costs())?.[0] ?? {}
  const quota: Quotas = ({ user }) => (user === 'bob' ? { usd, per: 'month', of: 'app' } : null)
  const second = runnerWith(quota, { store, atLimit: 'answer' })
  expect((await second.say(bob, 'b')).status).toBe('limited')
  expect(second.models.requests).toHaveLength(0)
  expect((await second.say(ada, 'c')).status).toBe('done')
})

test('a malformed quota, and a store that records no costs, are refused', async () => {
  expect(() => runnerWith({ per: 'year' } as never)).toThrow(TypeError)
  const store: Store = Object.create(inMemoryStore(), { accounts: { value: undefined } })
  expect(() => runnerWith({ usd: 1, per: 'day' }, { store })).toThrow('needs a store with accounts')
  const { say } = runnerWith(() => ({ usd: -1, per: 'day' }))
  await expect(say(ada)).rejects.toThrow(TypeError)
})

// Costs of model calls in the store, and the quotas of owners.
import { agent } from 'ctxc'
import { type Callbacks, createRunner, type Quotas, type RunCompileOptions, type RunLimits } from 'ctxc/run'
import { inMemoryStore, type OwnerCost, type Store } from 'ctxc/store'
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
  readonly calls?: number
  readonly limits?: RunLimits
  readonly callbacks?: Callbacks
  readonly compile?: RunCompileOptions
  /** Whether answers have usage; true by default. */
  readonly usage?: boolean
}

/** Runner of one agent, each of whose answers costs the same. */
function runnerWith(
  quota: Quotas | undefined,
  { store = inMemoryStore(), model, now, usage = true, ...options }: Given = {},
) {
  const helper = agent({ name: 'helper', model: model ?? 'claude-haiku-5-5', instruction: 'Help.' })
  const models = scriptedModel(
    Array.from({ length: 20 }, (_, index) => (usage ? answer(`answer ${index}`) : `answer ${index}`)),
  )
  const runner = createRunner({
    program: helper,
    ...{ store, models: () => models, now: now ?? (() => start) },
    ...(quota !== undefined && { quota }),
    ...options,
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
  expect(() => runnerWith({ per: 'day' })).toThrow('needs usd or tokens')
  const { say } = runnerWith(() => ({ usd: -1, per: 'day' }))
  expect(await say(ada)).toMatchObject({ status: 'failed', reason: expect.stringContaining('usd') })
})

test('calls that wait for a slot are checked again when they begin', async () => {
  const { say, models } = runnerWith({ tokens: 3_000_000, per: 'day' }, { calls: 1 })
  const outcomes = await Promise.all(Array.from({ length: 12 }, (_, index) => say(ada, `s${index}`)))
  const done = outcomes.filter(({ status }) => status === 'done').length
  // One call may begin before the answer of the last one is stored.
  expect([3, 4]).toContain(done)
  expect(outcomes.filter(({ status }) => status === 'limited')).toHaveLength(12 - done)
  expect(models.requests).toHaveLength(done)
})

test('an answer at a limit is not asked for beyond the quota', async () => {
  const { say, runner, models } = runnerWith(
    { tokens: 1_500_000, per: 'day' },
    { atLimit: 'answer', limits: { steps: 1 } },
  )
  await say(ada, 'a')
  await say(ada, 'b')
  const before = models.requests.length
  expect((await say(ada, 'c')).status).toBe('limited')
  expect((await runner.resume({ owner: ada, id: 'c' }, { limits: { steps: 1 } }).outcome).status).toBe(
    'limited',
  )
  expect(models.requests).toHaveLength(before)
})

test('an answer that a callback changed has its cost and its usage', async () => {
  const { say, store } = runnerWith(undefined, {
    callbacks: { afterModel: () => [{ author: 'helper', text: 'changed' }] },
  })
  await say(ada)
  expect(await store.accounts?.costs()).toMatchObject([{ calls: 1, usage: { inputTokens: 1_000_000 } }])
  const record = await store.read({ owner: ada, id: 's' })
  expect(JSON.stringify(record?.events)).toContain('"inputTokens":1000000')
})

test('a model without reported usage counts as a call of unknown price, and one that is like another has its price', async () => {
  const silent = runnerWith(undefined, { usage: false })
  await silent.say(ada)
  expect(await silent.store.accounts?.costs()).toMatchObject([
    { calls: 1, usage: { inputTokens: 0 }, usd: 0, unpriced: 1 },
  ])
  const modelRows = [{ id: 'support-prod', like: 'gpt-5.4' }]
  const like = runnerWith(undefined, { model: 'support-prod', compile: { modelRows } })
  await like.say(ada)
  const [cost] = (await like.store.accounts?.costs()) ?? []
  expect(cost).toMatchObject({ model: 'support-prod', unpriced: 0 })
  expect(cost?.usd).toBeGreaterThan(0)
})

test('a cancelled run does not wait for the costs, and no call begins after a stop', async () => {
  const store = inMemoryStore()
  const answers: (() => void)[] = []
  const costs = () => new Promise<readonly OwnerCost[]>(resolve => answers.push(() => resolve([])))
  const slow: Store = Object.create(store, { accounts: { value: { ...store.accounts, costs } } })
  const { say, runner, models } = runnerWith({ usd: 1, per: 'day' }, { store: slow })
  const isAsked = async (count: number): Promise<void> => {
    while (answers.length < count) await new Promise(resolve => setImmediate(resolve))
  }
  const outcome = say(ada)
  await isAsked(1)
  await runner.cancel({ owner: ada, id: 's' })
  expect((await outcome).status).toBe('cancelled')
  const stopped = say(bob)
  stopped.catch(() => {})
  await isAsked(2)
  const stop = runner.stop()
  for (const answer of answers) answer()
  await stop
  await expect(stopped).rejects.toThrow('stopped')
  expect(models.requests).toHaveLength(0)
})

import type { CallCost, StoreAccounts } from '../../run/store/accounts.ts'
import type { Store } from '../../run/store/store.ts'
import { assertEqual, assertRejects } from '../assert.ts'
import { ada, appendOfEvents, bob, sessionKey, userSays } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

const call = (model: string, usd: number | null, inputTokens: number): CallCost => ({
  model,
  usage: { inputTokens, outputTokens: 10, cacheReadTokens: 4, reasoningTokens: 2 },
  usd,
})

/** Sum of the usage of some calls with equal output. */
const usage = (calls: number, inputTokens: number) => ({
  inputTokens,
  outputTokens: 10 * calls,
  cacheReadTokens: 4 * calls,
  cacheWriteTokens: 0,
  longCacheWriteTokens: 0,
  reasoningTokens: 2 * calls,
})

/** Calls a check with the accounts of a store. */
const withAccounts =
  (check: (accounts: StoreAccounts, store: Store) => Promise<void>) =>
  async (store: Store): Promise<string | undefined> => {
    if (store.accounts === undefined) return 'the store has no accounts'
    await check(store.accounts, store)
    return undefined
  }

/** Tests of owners and costs; each key is the text of a requirement. */
export const accounting: Requirements = {
  'sums the costs of calls by owner and model': withAccounts(async (accounts, store) => {
    const first = appendOfEvents(0, [userSays('a')], { time: 10, costs: [call('m1', 1.5, 100)] })
    const revision = await store.append(sessionKey, first)
    const more = [call('m1', null, 50), call('m2 é"\\', 0.25, 1)]
    await store.append(sessionKey, appendOfEvents(revision, [userSays('b')], { time: 20, costs: more }))
    const others = { owner: bob, id: sessionKey.id }
    await store.append(others, appendOfEvents(0, [userSays('c')], { time: 30, costs: [call('m1', 2, 7)] }))
    const ofAda = [
      { owner: ada, model: 'm1', calls: 2, usage: usage(2, 150), usd: 1.5, unpriced: 1 },
      { owner: ada, model: 'm2 é"\\', calls: 1, usage: usage(1, 1), usd: 0.25, unpriced: 0 },
    ]
    const ofBob = { owner: bob, model: 'm1', calls: 1, usage: usage(1, 7), usd: 2, unpriced: 0 }
    assertEqual(await accounts.costs({ owner: ada }), ofAda)
    assertEqual(await accounts.costs(), [...ofAda, ofBob])
    assertEqual(await accounts.costs({ app: ada.app }), [...ofAda, ofBob])
    assertEqual(await accounts.costs({ app: 'another' }), [])
    assertEqual(await accounts.costs({ owner: { app: ada.app } }), [])
    assertEqual(
      (await accounts.costs({ since: 20, until: 30 })).map(({ model }) => model),
      ['m1', 'm2 é"\\'],
    )
  }),

  'records no costs of an append that is rejected, and none again for a fork': withAccounts(
    async (accounts, store) => {
      const costs = [call('m1', 1, 5)]
      await store.append(sessionKey, appendOfEvents(0, [userSays('a')], { costs }))
      await assertRejects(() => store.append(sessionKey, appendOfEvents(0, [userSays('b')], { costs })))
      await store.fork(sessionKey, 'copy', { time: 5 })
      assertEqual(
        (await accounts.costs()).map(({ calls }) => calls),
        [1],
      )
    },
  ),

  'keeps the costs of a deleted session, and deletes those of a deleted owner': withAccounts(
    async (accounts, store) => {
      const costs = [call('m1', 1, 5)]
      await store.append(sessionKey, appendOfEvents(0, [userSays('a')], { costs }))
      await store.append({ owner: bob, id: 's' }, appendOfEvents(0, [userSays('a')], { costs }))
      await store.delete(sessionKey)
      assertEqual(
        (await accounts.costs({ owner: ada })).map(({ calls }) => calls),
        [1],
      )
      await store.deleteOwner(ada)
      assertEqual(
        (await accounts.costs()).map(({ owner }) => owner),
        [bob],
      )
    },
  ),

  'rejects malformed costs and queries': withAccounts(async (accounts, store) => {
    const wrong = [{ ...call('m1', 1, 5), usd: -1 }] as const
    const calls = [
      () => store.append(sessionKey, appendOfEvents(0, [userSays('a')], { costs: wrong })),
      () => accounts.costs({ owner: { app: '' } }),
      () => accounts.costs({ since: Number.NaN }),
      () => accounts.owners({ limit: 0 }),
      () => accounts.owners({ after: 'x' }),
    ]
    for (const [index, call] of calls.entries()) {
      const error = await assertRejects(call)
      if (!(error instanceof TypeError))
        throw new Error(`call ${index}: expected a TypeError, got ${String(error)}`)
    }
    assertEqual(await store.read(sessionKey), null)
  }),

  'lists each owner once, in pages': withAccounts(async (accounts, store) => {
    const owners = [{ app: 'docs' }, ada, bob, { app: 'other', user: 'ada' }, { app: 'é\u0000"', user: '\\' }]
    for (const [index, owner] of owners.entries())
      for (const id of ['a', 'b'])
        await store.append({ owner, id }, appendOfEvents(0, [userSays('x')], { time: index + 1 }))
    await store.delete({ owner: bob, id: 'a' })
    const found: unknown[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const page = await accounts.owners({ limit: 2, ...(after !== undefined && { after }) })
      found.push(...page.items.map(item => JSON.stringify(item)))
      after = page.next
    }
    const expected = owners.map((owner, index) =>
      JSON.stringify({ owner, sessions: owner === bob ? 1 : 2, updated: index + 1 }),
    )
    assertEqual(found.toSorted(), expected.toSorted())
  }),
}

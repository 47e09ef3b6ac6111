// Owners are apart in the store and in the runner, whatever names a caller makes up, and SQL has no text of a caller.
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { agent, type Member, tool } from '../../src/index.ts'
import { idle } from '../../src/run/runner/test/pains/setting.ts'
import type { Lease, Owner, SessionKey, SessionLeases, StoreAccounts } from '../../src/run/store/index.ts'
import { postgresStore, schema } from '../../src/run/store/postgres/index.ts'
import { inSchema } from '../../src/run/store/postgres/schema.ts'
import { statementsOf } from '../../src/run/store/postgres/statements.ts'
import { clients, ownSchema } from '../../src/run/store/postgres/test/clients.ts'
import { createRunner } from '../../src/run.ts'
import { scriptedModel } from '../../src/testing/scripted-model.ts'

const own: SessionKey = { owner: { app: 'shop', user: 'ada' }, id: 's1' }
const name = ownSchema()
const { client, end } = clients.pg()
/** All SQL that reached the database. */
const texts = new Set<string>()
const query = client.query.bind(client) as (...given: unknown[]) => unknown
client.query = ((...given: unknown[]) => {
  const [first] = given as [{ readonly text: string }]
  texts.add(first.text)
  return query(...given)
}) as never
const store = postgresStore(client, { schema: name })
const leases = store.leases as SessionLeases
const accounts = store.accounts as StoreAccounts
afterAll(end)

const bits = [
  'ada',
  'shop',
  's1',
  "'",
  '"',
  ';',
  '--',
  '\\',
  '\0',
  '%',
  '_',
  '$1',
  '\ud800',
  '/',
  ' ',
  "' or true --",
  '\\x',
]
const someName = fc.oneof(
  fc.constantFrom('ada', 'shop', 's1'),
  fc.array(fc.constantFrom(...bits), { minLength: 1, maxLength: 4 }).map(parts => parts.join('')),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 6 }),
)
const someOwner = fc
  .record<Owner>({ app: someName, user: someName }, { requiredKeys: ['app'] })
  .filter(({ app, user }) => app !== own.owner.app || user !== own.owner.user)

/** Makes calls with each of some keys of other owners, several keys at a time. */
async function withOtherKeys(
  count: number,
  call: (key: SessionKey, at: number) => Promise<void>,
): Promise<void> {
  const someKey = fc.record({ owner: someOwner, id: fc.oneof(fc.constant('s1'), someName) })
  const sampled = fc.sample(someKey, { numRuns: 2 * count, seed: 44 })
  const keys = [...new Map(sampled.map(key => [JSON.stringify(key), key])).values()].slice(0, count)
  for (let at = 0; at < keys.length; at += 25)
    await Promise.all(keys.slice(at, at + 25).map((key, index) => call(key, at + index)))
}

/** Returns how a call ended. */
const endOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    value => value,
    ({ name: kind }: Error) => kind,
  )

const refund = tool({ name: 'refund', needsApproval: true, execute: () => 'paid' })
const program = agent({ name: 'clerk', model: 'gpt-5.4', tools: [refund] as never }) as Member

/** Makes the session of an owner with a secret, a call that waits, a cost and a shared key. */
async function prepare(): Promise<Lease> {
  const model = scriptedModel([{ text: 'The secret is 42.', calls: [{ name: 'refund' }] }])
  const runner = createRunner({ program, store, models: () => model })
  const state = { 'user:k': 'secret' }
  const { status } = await runner.run(own, { message: 'secret', messageId: 'm1', state }).outcome
  expect(status).toBe('waiting')
  await runner.stop()
  return (await leases.take(own, { holder: 'h', length: 600_000, now: 0 })) as Lease
}

/** Everything that the owner has. */
const ownData = async () => ({
  session: await store.read(own),
  list: await store.list(own.owner),
  shared: [...(await store.scopes(own.owner))],
  costs: await accounts.costs({ owner: own.owner }),
  lease: await leases.renew({ holder: 'h', length: 600_000, now: 0 }),
})

test('10,000 calls of the store and 10,000 of the runner in the names of other owners reach nothing', {
  timeout: 120_000,
}, async () => {
  const { fence } = await prepare()
  const before = await ownData()
  const { revision } = before.session as { readonly revision: number }
  const said = { events: [{ author: 'user', text: 'x' }], status: 'due', time: 1 } as const
  let calls = 0
  await withOtherKeys(834, async (key, at) => {
    const { owner } = key
    const seen = [
      await store.read(key),
      (await store.list(owner)).items,
      await store.fork(key, `copy ${at}`, { time: 1 }),
      await store.delete(key),
      await store.deleteOwner(owner),
      [...(await store.scopes(owner)).keys()],
      await leases.take(key, { holder: 'other', length: 1_000, now: 0 }),
      await leases.changed([{ key, revision: 0 }], 0),
      await leases.release({ key, fence }),
      await accounts.costs({ owner }),
      await endOf(store.append(key, { ...said, expectedRevision: revision })),
      await endOf(store.append(key, { ...said, expectedRevision: revision, fence })),
    ]
    calls += seen.length
    expect(seen).toEqual([
      null,
      [],
      null,
      false,
      0,
      [],
      null,
      [],
      undefined,
      [],
      'ConflictError',
      'LeaseError',
    ])
  })
  expect(calls).toBeGreaterThan(10_000)
  expect(await ownData()).toEqual(before)

  const runner = createRunner({ program, store, models: () => scriptedModel([]), driver: idle })
  calls = 0
  await withOtherKeys(1_000, async key => {
    const seen = [
      await endOf(runner.resume(key, { from: 0 }).outcome),
      await endOf(runner.approve(key, '1.1', { by: 'Eve' })),
      await endOf(runner.deny(key, '1.1', { by: 'Eve' })),
      await endOf(runner.cancel(key)),
      await endOf(runner.fork(key, 'copy')),
      await endOf(runner.rewind(key, 0)),
      await runner.events(key),
      await runner.hasMessage(key, 'secret', 'm1'),
    ]
    calls += seen.length + 2
    expect(seen).toEqual([
      'Error',
      'DecisionError',
      'DecisionError',
      'Error',
      'Error',
      'RangeError',
      null,
      false,
    ])
    // A message begins a session of the caller, who reads no more than the own words.
    await runner.send(key, 'mine', { messageId: 'm1' })
    expect(JSON.stringify(await runner.events(key))).not.toContain('secret')
    await store.delete(key)
  })
  expect(calls).toBe(10_000)
  await runner.stop()
  expect(await ownData()).toEqual(before)

  const known = new Set([...Object.values(statementsOf(name)), schema(name)])
  const others = [...texts].filter(text => !known.has(text))
  // The first call of a store asks for the encoding and for tables.
  const asked = "select current_setting('server_encoding'), to_regclass('S.version')::text"
  expect(others).toEqual([inSchema(asked, name)])
})

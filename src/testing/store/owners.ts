import type { Owner } from '../../store/owner.ts'
import type { Store } from '../../store/store.ts'
import { assertEqual, assertRejects } from '../assert.ts'
import { ada, bob, key, says, textsOf, write } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Names that differ, and that an encoding, a folding of letters or a separator could make equal. */
const names = [
  '\ud800',
  '\ud801',
  '\ufffd',
  '\\ud800',
  'é',
  'e\u0301',
  'a',
  'A',
  'a\u0000',
  'a/b',
  'a"',
  '%',
  ' a',
  '🎉',
]

/** Rejects unless a session does not exist for an owner, in any method. */
async function assertHidden(store: Store, owner: Owner, id: string): Promise<void> {
  const foreign = { owner, id }
  assertEqual(await store.read(foreign), null)
  assertEqual((await store.list(owner)).items, [])
  assertEqual(await store.fork(foreign, 'other', { time: 1 }), null)
  assertEqual(await store.delete(foreign), false)
  assertEqual(await store.deleteOwner(owner), 0)
  assertEqual([...(await store.scopes(owner)).keys()], [])
  const scopes =
    owner.user === undefined ? [] : [{ key: 'user:k', value: 2, trust: 'user' as const, expectedRevision: 0 }]
  assertEqual(await store.append(foreign, write(0, [says('own')], { scopes })), 1)
  assertEqual(await store.fork(foreign, 'other', { time: 1 }), 1)
  assertEqual(await store.deleteOwner(owner), 2)
}

/** Requirements of owners. */
export const owners: Requirements = {
  async 'hides sessions of other owners from every method'(store) {
    const scopes = [{ key: 'user:k', value: 1, trust: 'user' as const }]
    await store.append(key, write(0, [says('secret')], { scopes }))
    const others: Owner[] = [
      bob,
      { app: 'docs' },
      { app: 'other', user: 'ada' },
      { app: 'docs', user: 'Ada' },
    ]
    for (const owner of others) await assertHidden(store, owner, key.id)
    assertEqual((await store.read(key))?.revision, 1)
    assertEqual((await store.scopes(ada)).get('user:k'), { value: 1, trust: 'user', revision: 1 })
  },

  async 'keeps apps, users and ids apart that differ in one code unit'(store) {
    const keys = names.flatMap(name => [
      { owner: { app: name }, id: 's' },
      { owner: { app: 'app', user: name }, id: 's' },
      { owner: { app: 'ids' }, id: name },
    ])
    for (const each of keys) await store.append(each, write(0, [says(JSON.stringify(each))]))
    for (const each of keys) {
      const record = await store.read(each)
      assertEqual([record?.id, record?.revision], [each.id, 1])
      assertEqual(textsOf(record), [JSON.stringify(each)])
    }
    const texts = (ids: readonly unknown[]) => ids.map(id => JSON.stringify(id)).sort()
    const listed = (await store.list({ app: 'ids' })).items.map(({ id }) => id)
    assertEqual(texts(listed), texts(names))
    const due = (await store.due({ now: 0, limit: 1_000 })).items
    assertEqual(
      texts(due.map(({ owner, id }) => [owner.app, owner.user, id])),
      texts(keys.map(({ owner, id }) => [owner.app, owner.user, id])),
    )
  },

  async 'hides a session from an owner whose name is written differently'(store) {
    for (const name of names) {
      const owner = { app: 'app', user: name }
      const scopes = [{ key: 'user:k', value: name, trust: 'user' as const }]
      await store.append({ owner, id: 's' }, write(0, [says('secret')], { scopes }))
      for (const other of names.filter(each => each !== name)) {
        await assertHidden(store, { app: 'app', user: other }, 's')
        await assertHidden(store, { app: other, user: name }, 's')
      }
      assertEqual([...(await store.scopes(owner)).keys()], ['user:k'])
      assertEqual(await store.deleteOwner(owner), 1)
    }
  },

  async 'pages through ids of any characters'(store) {
    for (const id of names) await store.append({ owner: ada, id }, write(0, [says('x')], { time: 5 }))
    const seen: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<Store['list']>> = await store.list(ada, {
        limit: 1,
        ...(after !== '' && { after }),
      })
      seen.push(...page.items.map(({ id }) => id))
      after = seen.length > names.length ? null : page.next
    }
    assertEqual(seen.map(id => JSON.stringify(id)).sort(), names.map(id => JSON.stringify(id)).sort())
  },

  async 'keeps shared keys apart that differ in one code unit'(store) {
    const scopes = names.map(name => ({
      key: `user:${name}`,
      value: name,
      trust: 'user' as const,
      expectedRevision: 0,
    }))
    await store.append(key, write(0, [says('x')], { scopes }))
    const found = [...(await store.scopes(ada))].map(([name, { value, revision }]) =>
      JSON.stringify([name, value, revision]),
    )
    assertEqual(found.sort(), names.map(name => JSON.stringify([`user:${name}`, name, 1])).sort())
  },

  async 'rejects an owner without a name in every method'(store) {
    const owners = [{ app: '' }, { app: 'docs', user: '' }, {}, null, { app: 1 }] as readonly Owner[]
    for (const owner of owners) {
      const foreign = { owner, id: 's1' }
      const calls = [
        () => store.read(foreign),
        () => store.append(foreign, write(0, [says('x')])),
        () => store.list(owner),
        () => store.scopes(owner),
        () => store.fork(foreign, 's2', { time: 1 }),
        () => store.delete(foreign),
        () => store.deleteOwner(owner),
      ]
      for (const [index, call] of calls.entries()) {
        const error = await assertRejects(call)
        if (!(error instanceof TypeError))
          throw new Error(`call ${index}: expected a TypeError, got ${String(error)}`)
      }
    }
  },
}

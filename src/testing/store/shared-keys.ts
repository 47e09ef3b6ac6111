import type { Owner, SessionKey } from '../../core/session/owner.ts'
import { ConflictError } from '../../run/store/conflict-error.ts'
import type { ScopedValue, ScopedWrite, Store } from '../../run/store/store.ts'
import { assertEqual, assertRejects } from '../assert.ts'
import { ada, appendOfEvents, bob, sessionKey, userSays } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

const second: SessionKey = { owner: ada, id: 's2' }

/** Returns a write that sets a shared key, or deletes the key if no value is given. */
const writeOfSharedKey = (name: string, value?: string, seen?: number): ScopedWrite => ({
  key: name,
  ...(value !== undefined && { value }),
  trust: 'user',
  ...(seen !== undefined && { expectedRevision: seen }),
})

/** Appends an event together with writes of shared keys. */
const appendWithKeys = (store: Store, at: SessionKey, revision: number, ...scopes: readonly ScopedWrite[]) =>
  store.append(at, appendOfEvents(revision, [userSays('x')], { scopes }))

/** Returns the shared keys of an owner, sorted by name. */
async function keysOf(store: Store, owner: Owner): Promise<readonly (readonly [string, ScopedValue])[]> {
  return [...(await store.scopes(owner))].sort(([left], [right]) => (left < right ? -1 : 1))
}

/** Rejects unless an append fails because another writer changed the named shared keys. */
async function assertLostToOtherWriter(
  append: () => Promise<unknown>,
  names: readonly string[],
): Promise<ConflictError> {
  const error = await assertRejects(append)
  if (!(error instanceof ConflictError)) throw new Error(`expected a ConflictError, got ${String(error)}`)
  assertEqual([...error.scopes].sort(), names)
  return error
}

/** Tests of keys that several sessions share; each key is the text of a requirement. */
export const sharedKeys: Requirements = {
  async 'keeps shared keys with their trust and revision'(store) {
    await appendWithKeys(store, sessionKey, 0, writeOfSharedKey('user:name', 'Ada', 0), {
      ...writeOfSharedKey('app:motd', 'Hi'),
      trust: 'external',
    })
    assertEqual(await keysOf(store, ada), [
      ['app:motd', { value: 'Hi', trust: 'external', revision: 1 }],
      ['user:name', { value: 'Ada', trust: 'user', revision: 1 }],
    ])
    await appendWithKeys(store, second, 0, writeOfSharedKey('app:motd', 'Ho', 1))
    assertEqual((await store.scopes(ada)).get('app:motd'), { value: 'Ho', trust: 'user', revision: 2 })
  },

  async 'shares app keys with all users of the app, and user keys with none'(store) {
    await appendWithKeys(
      store,
      sessionKey,
      0,
      writeOfSharedKey('user:name', 'Ada'),
      writeOfSharedKey('app:motd', 'Hi'),
    )
    await appendWithKeys(
      store,
      { owner: bob, id: 's1' },
      0,
      writeOfSharedKey('user:name', 'Bob', 0),
      writeOfSharedKey('app:motd', 'Ho', 1),
    )
    await appendWithKeys(
      store,
      { owner: { app: 'other', user: 'ada' }, id: 's1' },
      0,
      writeOfSharedKey('app:motd', 'Else', 0),
    )
    const values = async (owner: Owner) =>
      (await keysOf(store, owner)).map(([name, { value }]) => [name, value])
    assertEqual(await values(ada), [
      ['app:motd', 'Ho'],
      ['user:name', 'Ada'],
    ])
    assertEqual(await values(bob), [
      ['app:motd', 'Ho'],
      ['user:name', 'Bob'],
    ])
    assertEqual(await values({ app: 'docs' }), [['app:motd', 'Ho']])
    assertEqual(await values({ app: 'other', user: 'ada' }), [['app:motd', 'Else']])
    assertEqual(await values({ app: 'other' }), [['app:motd', 'Else']])
  },

  async 'lets one of two sessions win that write a shared key'(store, maker) {
    const other = (await maker.again?.(store)) ?? store
    await appendWithKeys(
      store,
      sessionKey,
      0,
      writeOfSharedKey('user:plan', 'free'),
      writeOfSharedKey('app:motd', 'Hi'),
    )
    await appendWithKeys(other, second, 0)
    const seen = (await other.scopes(ada)).get('user:plan')?.revision
    assertEqual(await appendWithKeys(store, sessionKey, 1, writeOfSharedKey('user:plan', 'team', seen)), 2)
    const lost = writeOfSharedKey('user:plan', 'pro', seen)
    const error = await assertLostToOtherWriter(
      () => appendWithKeys(other, second, 1, writeOfSharedKey('app:motd', 'Ho', 1), lost),
      ['user:plan'],
    )
    assertEqual([error.key, error.expected, error.actual], [second, 1, 1])
    assertEqual((await store.read(second))?.revision, 1)
    assertEqual(
      (await keysOf(store, ada)).map(([, { value, revision }]) => [value, revision]),
      [
        ['Hi', 1],
        ['team', 2],
      ],
    )
    const again = (await other.scopes(ada)).get('user:plan')?.revision
    assertEqual(await appendWithKeys(other, second, 1, writeOfSharedKey('user:plan', 'pro', again)), 2)
    assertEqual((await store.scopes(ada)).get('user:plan'), { value: 'pro', trust: 'user', revision: 3 })
    if (other !== store) await other.close()
  },

  async 'lets one of many concurrent writers of a shared key win'(store) {
    const tries = Array.from({ length: 8 }, (_, writer) =>
      appendWithKeys(
        store,
        { owner: ada, id: `w${writer}` },
        0,
        writeOfSharedKey('app:count', `${writer}`, 0),
      ).then(
        () => 1,
        (error: unknown) => {
          if (error instanceof ConflictError && error.scopes.length === 1) return 0
          throw error
        },
      ),
    )
    assertEqual((await Promise.all(tries)).filter(won => won === 1).length, 1)
    assertEqual((await store.scopes(ada)).get('app:count')?.revision, 1)
    assertEqual((await store.list(ada)).items.length, 1)
  },

  async 'names every shared key that lost, each once'(store) {
    await appendWithKeys(
      store,
      sessionKey,
      0,
      writeOfSharedKey('user:a', '1'),
      writeOfSharedKey('user:b', '1'),
      writeOfSharedKey('app:c', '1'),
    )
    const writes = [
      writeOfSharedKey('user:a', '2', 0),
      writeOfSharedKey('user:b', '2', 1),
      writeOfSharedKey('app:c', '2', 2),
      writeOfSharedKey('user:d', '2', 1),
      writeOfSharedKey('user:a', '3', 7),
    ]
    await assertLostToOtherWriter(
      () => appendWithKeys(store, second, 0, ...writes),
      ['app:c', 'user:a', 'user:d'],
    )
    assertEqual(await store.read(second), null)
    assertEqual(
      (await keysOf(store, ada)).map(([, { value }]) => value),
      ['1', '1', '1'],
    )
  },

  async 'reports another revision of the session before shared keys'(store) {
    await appendWithKeys(store, sessionKey, 0, writeOfSharedKey('user:a', '1'))
    const error = await assertLostToOtherWriter(
      () => appendWithKeys(store, sessionKey, 0, writeOfSharedKey('user:a', '2', 0)),
      [],
    )
    assertEqual([error.expected, error.actual], [0, 1])
  },

  async 'overwrites a shared key if no revision is expected'(store) {
    await appendWithKeys(store, sessionKey, 0, writeOfSharedKey('user:a', '1'))
    await appendWithKeys(store, second, 0, writeOfSharedKey('user:a', '2'))
    assertEqual((await store.scopes(ada)).get('user:a'), { value: '2', trust: 'user', revision: 2 })
  },

  async 'applies several writes of a shared key in their order'(store) {
    await appendWithKeys(
      store,
      sessionKey,
      0,
      writeOfSharedKey('user:a', '1', 0),
      writeOfSharedKey('user:a', undefined, 0),
      writeOfSharedKey('user:a', '2', 0),
    )
    assertEqual((await store.scopes(ada)).get('user:a'), { value: '2', trust: 'user', revision: 3 })
  },

  async 'goes on counting when a deleted key is made again'(store) {
    await appendWithKeys(store, sessionKey, 0, writeOfSharedKey('user:a', '1'))
    await appendWithKeys(store, sessionKey, 1, writeOfSharedKey('user:a', undefined, 1))
    assertEqual((await store.scopes(ada)).has('user:a'), false)
    await assertLostToOtherWriter(
      () => appendWithKeys(store, second, 0, writeOfSharedKey('user:a', '2', 1)),
      ['user:a'],
    )
    // A writer that reads the shared keys finds none, so it expects revision 0.
    await appendWithKeys(store, second, 0, writeOfSharedKey('user:a', '3', 0))
    assertEqual((await store.scopes(ada)).get('user:a')?.revision, 3)
    await assertLostToOtherWriter(
      () => appendWithKeys(store, sessionKey, 2, writeOfSharedKey('user:a', '4', 0)),
      ['user:a'],
    )
  },
}

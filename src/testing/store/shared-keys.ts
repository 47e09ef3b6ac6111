import { ConflictError } from '../../store/conflict-error.ts'
import { assertEqual, assertRejects } from '../assert.ts'
import { ada, bob, key, says, write } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Requirements of keys that several sessions share. */
export const sharedKeys: Requirements = {
  async 'keeps shared keys with their trust and revision'(store) {
    const set = (name: string, value: string | undefined, seen?: number) => ({
      key: name,
      ...(value !== undefined && { value }),
      trust: 'user' as const,
      ...(seen !== undefined && { expectedRevision: seen }),
    })
    await store.append(
      key,
      write(0, [says('x')], { scopes: [set('user:name', 'Ada', 0), set('app:motd', 'Hi')] }),
    )
    const own = await store.scopes(ada)
    assertEqual(
      [...own].sort(([left], [right]) => (left < right ? -1 : 1)),
      [
        ['app:motd', { value: 'Hi', trust: 'user', revision: 1 }],
        ['user:name', { value: 'Ada', trust: 'user', revision: 1 }],
      ],
    )
    assertEqual([...(await store.scopes(bob)).keys()], ['app:motd'])
    assertEqual([...(await store.scopes({ app: 'docs' })).keys()], ['app:motd'])
    assertEqual((await store.scopes({ app: 'other', user: 'ada' })).size, 0)
    const other = { owner: ada, id: 's2' }
    await store.append(other, write(0, [says('x')], { scopes: [set('user:name', 'Ada L.', 1)] }))
    const error = await assertRejects(() =>
      store.append(
        key,
        write(1, [says('x')], { scopes: [set('app:motd', 'Ho', 1), set('user:name', 'A', 1)] }),
      ),
    )
    if (!(error instanceof ConflictError)) throw new Error(`expected a ConflictError, got ${String(error)}`)
    assertEqual(error.scopes, ['user:name'])
    assertEqual((await store.scopes(ada)).get('app:motd')?.value, 'Hi')
    assertEqual((await store.read(key))?.revision, 1)
    await store.append(key, write(1, [says('x')], { scopes: [set('user:name', undefined, 2)] }))
    assertEqual((await store.scopes(ada)).has('user:name'), false)
    await store.append(key, write(2, [says('x')], { scopes: [set('user:name', 'Ada', 3)] }))
    assertEqual((await store.scopes(ada)).get('user:name')?.revision, 4)
  },
}

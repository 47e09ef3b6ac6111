import type { Owner } from '../../core/session/owner.ts'
import type { Store } from '../../run/store/store.ts'
import { assertEqual } from '../assert.ts'
import { appendOfEvents, userSays } from './fixtures.ts'

/** Rejects if any method of the store shows a session to an owner. */
export async function assertHidden(store: Store, owner: Owner, id: string): Promise<void> {
  const foreign = { owner, id }
  assertEqual(await store.read(foreign), null)
  assertEqual((await store.list(owner)).items, [])
  assertEqual(await store.fork(foreign, 'other', { time: 1 }), null)
  assertEqual(await store.delete(foreign), false)
  assertEqual(await store.deleteOwner(owner), 0)
  assertEqual([...(await store.scopes(owner)).keys()], [])
  const scopes =
    owner.user === undefined ? [] : [{ key: 'user:k', value: 2, trust: 'user' as const, expectedRevision: 0 }]
  assertEqual(await store.append(foreign, appendOfEvents(0, [userSays('own')], { scopes })), 1)
  assertEqual(await store.fork(foreign, 'other', { time: 1 }), 1)
  assertEqual(await store.deleteOwner(owner), 2)
}

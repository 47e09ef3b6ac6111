import type { Owner } from '../../store/owner.ts'
import { assertEqual } from '../assert.ts'
import { bob, key, says, write } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Requirements of owners. */
export const owners: Requirements = {
  async 'hides sessions of other owners from every method'(store) {
    await store.append(
      key,
      write(0, [says('secret')], { scopes: [{ key: 'user:k', value: 1, trust: 'user' }] }),
    )
    const others: Owner[] = [
      bob,
      { app: 'docs' },
      { app: 'other', user: 'ada' },
      { app: 'docs', user: 'Ada' },
    ]
    for (const owner of others) {
      const foreign = { owner, id: 's1' }
      assertEqual(await store.read(foreign), null)
      assertEqual((await store.list(owner)).items, [])
      assertEqual(await store.fork(foreign, 's2', { time: 1 }), null)
      assertEqual(await store.delete(foreign), false)
      assertEqual(await store.deleteOwner(owner), 0)
      assertEqual((await store.scopes(owner)).size, 0)
      assertEqual(await store.append(foreign, write(0, [says('own')])), 1)
      assertEqual(await store.delete(foreign), true)
    }
    assertEqual((await store.read(key))?.revision, 1)
  },
}

import type { Owner } from '../../core/session/owner.ts'
import { assertEqual, assertRejects } from '../assert.ts'
import { assertHidden } from './assert-hidden.ts'
import { ada, appendOfEvents, bob, sessionKey, userSays } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Tests that owners cannot see each other's sessions; each key is the text of a requirement. */
export const owners: Requirements = {
  async 'hides sessions of other owners from every method'(store) {
    const scopes = [{ key: 'user:k', value: 1, trust: 'user' as const }]
    await store.append(sessionKey, appendOfEvents(0, [userSays('secret')], { scopes }))
    const others: Owner[] = [
      bob,
      { app: 'docs' },
      { app: 'other', user: 'ada' },
      { app: 'docs', user: 'Ada' },
    ]
    for (const owner of others) await assertHidden(store, owner, sessionKey.id)
    assertEqual((await store.read(sessionKey))?.revision, 1)
    assertEqual((await store.scopes(ada)).get('user:k'), { value: 1, trust: 'user', revision: 1 })
  },

  async 'rejects an owner without a name in every method'(store) {
    const owners = [{ app: '' }, { app: 'docs', user: '' }, {}, null, { app: 1 }] as readonly Owner[]
    for (const owner of owners) {
      const foreign = { owner, id: 's1' }
      const calls = [
        () => store.read(foreign),
        () => store.append(foreign, appendOfEvents(0, [userSays('x')])),
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

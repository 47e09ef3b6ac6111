import { assertEqual } from '../assert.ts'
import { ada, appendOfEvents, bob, sessionKey, userSays } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Tests of deletions; each key is the text of a requirement. */
export const deleting: Requirements = {
  async 'can be closed twice'(store) {
    await store.close()
    await store.close()
  },

  async 'keeps the shared keys of a user whose last session is deleted'(store) {
    const scopes = [{ key: 'user:name', value: 'Ada', trust: 'user' as const }]
    await store.append(sessionKey, appendOfEvents(0, [userSays('x')], { scopes }))
    assertEqual([await store.delete(sessionKey), await store.delete(sessionKey)], [true, false])
    assertEqual((await store.scopes(ada)).get('user:name')?.value, 'Ada')
  },

  async 'deletes a session, or all of an owner'(store) {
    const long = userSays('w'.repeat(40_000))
    const scopes = [
      { key: 'user:name', value: 'Ada', trust: 'user' as const },
      { key: 'app:motd', value: 'Hi', trust: 'user' as const },
    ]
    await store.append(sessionKey, appendOfEvents(0, [long], { scopes }))
    await store.append({ owner: ada, id: 's2' }, appendOfEvents(0, [long]))
    await store.append({ owner: bob, id: 's1' }, appendOfEvents(0, [long]))
    assertEqual(await store.delete(sessionKey), true)
    assertEqual(await store.read(sessionKey), null)
    assertEqual([...(await store.scopes(ada)).keys()].sort(), ['app:motd', 'user:name'])
    assertEqual(await store.append(sessionKey, appendOfEvents(0, [userSays('new')])), 1)
    assertEqual((await store.read(sessionKey))?.events.length, 1)
    assertEqual(await store.deleteOwner(ada), 2)
    assertEqual((await store.list(ada)).items, [])
    assertEqual([...(await store.scopes(ada)).keys()], ['app:motd'])
    const kept = await store.read({ owner: bob, id: 's1' })
    assertEqual(JSON.stringify(kept?.events[0]?.parts), JSON.stringify((long as { parts: unknown }).parts))
  },

  async 'removes deleted data from its files, or returns the reason why it is left'(store) {
    if (store.erase === undefined) return 'the store has no method erase'
    await store.append(sessionKey, appendOfEvents(0, [userSays('x')]))
    await store.append({ owner: bob, id: 's1' }, appendOfEvents(0, [userSays('y')]))
    await store.deleteOwner(ada)
    const why = await store.erase()
    if (why !== null && (typeof why !== 'string' || why === ''))
      throw new Error(`expected null or a reason, got ${String(why)}`)
    assertEqual((await store.list(bob)).items.length, 1)
    return undefined
  },
}

import type { Owner } from '../../core/session/owner.ts'
import type { ListOptions, Store } from '../../run/store/store.ts'
import { assertEqual } from '../assert.ts'
import { ada, appendOfEvents, bob, itemsOfPages, sessionKey, userSays } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Appends to five sessions: to three at one time, to two at another time, and then to the first session again. */
async function appendToFiveSessions(store: Store): Promise<void> {
  for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries())
    await store.append({ owner: ada, id }, appendOfEvents(0, [userSays(id)], { time: index < 3 ? 10 : 20 }))
  await store.append(
    { owner: ada, id: 'a' },
    appendOfEvents(1, [userSays('again')], { time: 30, status: 'idle' }),
  )
}

/** Returns the session ids on all pages of a list. */
const idsOfAllPages = async (store: Store, owner: Owner, limit: number, options: ListOptions = {}) =>
  (await itemsOfPages(limit, after => store.list(owner, { ...options, limit, ...after }))).map(({ id }) => id)

/** Tests of session lists; each key is the text of a requirement. */
export const listing: Requirements = {
  async 'lists sessions by their last change, page by page'(store) {
    await appendToFiveSessions(store)
    for (const limit of [1, 2, 3, 4, 5, 6]) {
      const ids = await idsOfAllPages(store, ada, limit)
      assertEqual([ids[0], ids.slice(1, 3).sort(), ids.slice(3).sort()], ['a', ['d', 'e'], ['b', 'c']])
    }
  },

  async 'lists the sessions of a status'(store) {
    await appendToFiveSessions(store)
    assertEqual(await idsOfAllPages(store, ada, 2, { status: 'idle' }), ['a'])
    assertEqual((await idsOfAllPages(store, ada, 2, { status: 'due' })).toSorted(), ['b', 'c', 'd', 'e'])
    assertEqual(await idsOfAllPages(store, ada, 2, { status: 'failed' }), [])
  },

  async 'lists what a read says of a session, without its events'(store) {
    await store.append(
      sessionKey,
      appendOfEvents(0, [userSays('x')], { status: 'waiting', wakeAt: 7, state: { a: 1 } }),
    )
    await store.append(sessionKey, appendOfEvents(1, [userSays('y')], { status: 'limited', wakeAt: 8 }))
    await store.fork(sessionKey, 's2', { at: 1, time: 9 })
    for (const info of (await store.list(ada)).items) {
      const {
        state: _,
        from: _from,
        events: _events,
        ...record
      } = (await store.read({ owner: ada, id: info.id })) ?? {}
      assertEqual(info, record)
    }
  },

  async 'lists sessions that change between two pages at most once more'(store) {
    await appendToFiveSessions(store)
    const first = await store.list(ada, { limit: 2 })
    await store.append({ owner: ada, id: 'c' }, appendOfEvents(1, [userSays('x')], { time: 40 }))
    const rest = await store.list(ada, { limit: 10, ...(first.next !== null && { after: first.next }) })
    assertEqual([...first.items, ...rest.items].map(({ id }) => id).sort(), ['a', 'b', 'd', 'e'])
  },

  async 'returns sessions of all owners that a runner must look at'(store) {
    await store.append(sessionKey, appendOfEvents(0, [userSays('x')], { status: 'due' }))
    const waiting = (id: string, wakeAt: number) =>
      store.append({ owner: bob, id }, appendOfEvents(0, [userSays('x')], { status: 'waiting', wakeAt }))
    await waiting('s1', 50)
    await waiting('s2', 51)
    await waiting('s4', 0)
    await store.append({ owner: bob, id: 's3' }, appendOfEvents(0, [userSays('x')], { status: 'idle' }))
    await store.append(
      { owner: { app: 'docs' }, id: 's1' },
      appendOfEvents(0, [userSays('x')], { status: 'due', wakeAt: 60 }),
    )
    for (const limit of [1, 2, 3, 4, 50]) {
      const due = await itemsOfPages(limit, after => store.due({ now: 50, limit, ...after }))
      const names = due.map(({ owner, id }) => `${owner.app}/${owner.user}/${id}`).sort()
      assertEqual(names, ['docs/ada/s1', 'docs/bob/s1', 'docs/bob/s4', 'docs/undefined/s1'])
    }
    await store.append(sessionKey, appendOfEvents(1, [userSays('x')], { status: 'idle' }))
    await store.append({ owner: bob, id: 's1' }, appendOfEvents(1, [userSays('x')], { status: 'waiting' }))
    await store.delete({ owner: bob, id: 's4' })
    assertEqual((await store.due({ now: 50 })).items, [{ owner: { app: 'docs' }, id: 's1' }])
  },
}

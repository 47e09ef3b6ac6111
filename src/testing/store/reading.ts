import type { SessionInfo } from '../../run/store/store.ts'
import { assertEqual } from '../assert.ts'
import { ada, appendOfEvents, sessionKey, userSays } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Changes every object and list in a value. Tests use this to verify that a store returns copies. */
function changeEverything(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  for (const item of Object.values(value)) changeEverything(item)
  if (Array.isArray(value)) value.push('spoiled')
  else
    for (const [name, item] of Object.entries(value))
      if (typeof item !== 'object') (value as Record<string, unknown>)[name] = 'spoiled'
}

/** Tests of reads; each key is the text of a requirement. */
export const reading: Requirements = {
  async 'returns null for a session that does not exist'(store) {
    assertEqual(await store.read(sessionKey), null)
    assertEqual(await store.read(sessionKey, { from: 3 }), null)
    assertEqual(await store.delete(sessionKey), false)
    assertEqual(await store.deleteOwner(ada), 0)
    assertEqual(await store.fork(sessionKey, 's2', { time: 1 }), null)
    assertEqual(await store.list(ada), { items: [], next: null })
    assertEqual(await store.due({ now: 9e12 }), { items: [], next: null })
    assertEqual((await store.scopes(ada)).size, 0)
  },

  async 'returns only the events from a place on'(store) {
    await store.append(sessionKey, appendOfEvents(0, [userSays('one'), userSays('two'), userSays('three')]))
    const whole = await store.read(sessionKey)
    for (const from of [0, 1, 2, 3, 99]) {
      const tail = await store.read(sessionKey, { from })
      assertEqual(tail, { ...whole, from, events: whole?.events.slice(from) })
    }
  },

  async 'does not change with objects that it was given'(store) {
    const state = { list: [{ a: 'before' }] }
    const event = { author: 'user', parts: [{ kind: 'text' as const, text: 'before' }] }
    const scope = { key: 'user:k', value: { list: ['before'] }, trust: 'user' as const }
    const owner = { ...ada }
    await store.append({ owner, id: 's1' }, appendOfEvents(0, [event], { state, scopes: [scope] }))
    const own = { author: 'user', parts: [{ kind: 'text' as const, text: 'before' }] }
    await store.fork({ owner, id: 's1' }, 's2', { time: 1, events: [own] })
    const all = async () => [
      await store.read(sessionKey),
      await store.read({ owner: ada, id: 's2' }),
      [...(await store.scopes(ada))],
    ]
    const before = JSON.stringify(await all())
    for (const given of [state, event, scope, own, owner]) changeEverything(given)
    assertEqual(JSON.stringify(await all()), before)
  },

  async 'does not change with objects that it returned'(store) {
    const scopes = [{ key: 'user:k', value: { list: ['before'] }, trust: 'user' as const }]
    const data = { kind: 'data' as const, value: { list: [1] } }
    await store.append(
      sessionKey,
      appendOfEvents(0, [userSays('before'), { author: 'user', parts: [data] }], {
        state: { a: [1] },
        scopes,
      }),
    )
    await store.fork(sessionKey, 's2', { time: 1 })
    const all = async () => [
      await store.read(sessionKey),
      await store.read({ owner: ada, id: 's2' }),
      await store.list(ada),
      await store.due({ now: 0 }),
      [...(await store.scopes(ada))],
    ]
    const before = JSON.stringify(await all())
    changeEverything(await all())
    assertEqual(JSON.stringify(await all()), before)
    const infos: readonly SessionInfo[] = (await store.list(ada)).items
    assertEqual(
      infos.map(({ revision }) => revision),
      [2, 2],
    )
  },
}

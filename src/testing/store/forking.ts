import { ConflictError } from '../../run/store/conflict-error.ts'
import { assertEqual, assertRejects } from '../assert.ts'
import { ada, appendOfEvents, eventTexts, sessionKey, userSays } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Tests of forks; each key is the text of a requirement. */
export const forking: Requirements = {
  async 'forks a session at a place, with events of its own'(store) {
    const long = 'z'.repeat(40_000)
    await store.append(
      sessionKey,
      appendOfEvents(0, [userSays('one'), userSays(long), userSays('three')], { state: { a: 1 } }),
    )
    assertEqual(
      await store.fork(sessionKey, 's2', { at: 2, time: 5, events: [userSays('own')], status: 'waiting' }),
      3,
    )
    const copy = { owner: ada, id: 's2' }
    const record = await store.read(copy)
    assertEqual(
      [record?.parent, record?.status, record?.state],
      [{ id: 's1', revision: 2 }, 'waiting', { a: 1 }],
    )
    assertEqual(eventTexts(record), ['one', long, 'own'])
    await store.append(copy, appendOfEvents(3, [userSays('more')]))
    await store.append(sessionKey, appendOfEvents(3, [userSays('four'), userSays('five')]))
    assertEqual(eventTexts(await store.read(sessionKey)), ['one', long, 'three', 'four', 'five'])
    assertEqual(eventTexts(await store.read(copy)), ['one', long, 'own', 'more'])
    const used = await assertRejects(() => store.fork(sessionKey, 's2', { time: 5 }))
    if (!(used instanceof ConflictError)) throw new Error(`expected a ConflictError, got ${String(used)}`)
    assertEqual(await store.delete(sessionKey), true)
    assertEqual(eventTexts(await store.read(copy)), ['one', long, 'own', 'more'])
  },

  async 'forks all of a session, none of it, and a fork'(store) {
    await store.append(
      sessionKey,
      appendOfEvents(0, [userSays('one'), userSays('two')], { wakeAt: 7, status: 'waiting' }),
    )
    assertEqual(await store.fork(sessionKey, 's2', { time: 5 }), 2)
    assertEqual(await store.fork(sessionKey, 's3', { at: 0, time: 6 }), 0)
    assertEqual(await store.fork(sessionKey, 's4', { at: 99, time: 7 }), 2)
    assertEqual(
      await store.fork({ owner: ada, id: 's2' }, 's5', { at: 1, time: 8, events: [userSays('own')] }),
      2,
    )
    const read = async (id: string) => {
      const record = await store.read({ owner: ada, id })
      return [
        eventTexts(record),
        record?.parent,
        record?.status,
        record?.wakeAt,
        record?.created,
        record?.updated,
      ]
    }
    assertEqual(await read('s2'), [['one', 'two'], { id: 's1', revision: 2 }, 'idle', null, 5, 5])
    assertEqual(await read('s3'), [[], { id: 's1', revision: 0 }, 'idle', null, 6, 6])
    assertEqual(await read('s4'), [['one', 'two'], { id: 's1', revision: 2 }, 'idle', null, 7, 7])
    assertEqual(await read('s5'), [['one', 'own'], { id: 's2', revision: 1 }, 'idle', null, 8, 8])
    assertEqual((await store.read(sessionKey))?.wakeAt, 7)
  },
}

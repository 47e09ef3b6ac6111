import { ConflictError } from '../../run/store/conflict-error.ts'
import type { Store } from '../../run/store/store.ts'
import { assertEqual, assertRejects } from '../assert.ts'
import { ada, appendOfEvents, sessionKey, userSays } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Tests of the method `append`; each key is the text of a requirement. */
export const appending: Requirements = {
  async 'returns what was appended, in order and with its places'(store) {
    const state = { plan: 'free', nested: { list: [1, null, 'x'] } }
    assertEqual(
      await store.append(sessionKey, appendOfEvents(0, [userSays('one'), userSays('two')], { state })),
      2,
    )
    assertEqual(
      await store.append(
        sessionKey,
        appendOfEvents(2, [userSays('three')], { status: 'waiting', wakeAt: 9 }),
      ),
      3,
    )
    const record = await store.read(sessionKey)
    assertEqual(record, {
      id: 's1',
      revision: 3,
      status: 'waiting',
      wakeAt: 9,
      created: 1_000,
      updated: 1_002,
      parent: null,
      state,
      from: 0,
      events: ['one', 'two', 'three'].map((text, seq) => ({
        seq,
        author: 'user',
        branch: '',
        response: '',
        parts: [{ kind: 'text', text }],
      })),
    })
  },

  async 'changes the status of a session without an event'(store) {
    await store.append(sessionKey, appendOfEvents(0, [userSays('one')], { wakeAt: 5 }))
    assertEqual(
      await store.append(sessionKey, appendOfEvents(1, [], { status: 'idle', state: { other: 1 } })),
      1,
    )
    const { status, wakeAt, updated, revision, state } = (await store.read(sessionKey)) ?? {}
    assertEqual([status, wakeAt, updated, revision, state], ['idle', null, 1_001, 1, {}])
  },

  async 'returns the text of an event as its first part'(store) {
    const parts = [{ kind: 'text' as const, text: 'two' }]
    await store.append(sessionKey, appendOfEvents(0, [{ author: 'user', text: 'one', parts }]))
    const event = (await store.read(sessionKey))?.events[0]
    assertEqual(
      [event?.parts, Object.hasOwn(event ?? {}, 'text')],
      [[{ kind: 'text', text: 'one' }, ...parts], false],
    )
  },

  async 'rejects an append at another revision, and writes nothing'(store) {
    await store.append(sessionKey, appendOfEvents(0, [userSays('one')]))
    for (const expected of [0, 2, 7]) {
      const scopes = [{ key: 'user:name', value: 'Eve', trust: 'user' as const }]
      const error = await assertRejects(() =>
        store.append(sessionKey, appendOfEvents(expected, [userSays('lost')], { scopes })),
      )
      if (!(error instanceof ConflictError)) throw new Error(`expected a ConflictError, got ${String(error)}`)
      assertEqual([error.expected, error.actual], [expected, 1])
    }
    assertEqual((await store.read(sessionKey))?.revision, 1)
    assertEqual((await store.scopes(ada)).size, 0)
  },

  async 'lets one of several concurrent writers win'(store, maker) {
    const stores = [store, (await maker.again?.(store)) ?? store]
    await store.append(sessionKey, appendOfEvents(0, [userSays('start')]))
    let won = 0
    for (let round = 0; round < 20; round++) {
      const revision = 1 + won
      const tries = Array.from({ length: 8 }, (_, writer) =>
        (stores[writer % 2] as Store)
          .append(sessionKey, appendOfEvents(revision, [userSays(`${round}.${writer}`)]))
          .then(
            () => 1,
            (error: unknown) => {
              if (error instanceof ConflictError) return 0
              throw error
            },
          ),
      )
      const winners = (await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0)
      assertEqual(winners, 1)
      won += winners
    }
    const events = (await store.read(sessionKey))?.events ?? []
    assertEqual(
      events.map(({ seq }) => seq),
      Array.from({ length: won + 1 }, (_, seq) => seq),
    )
    for (const each of stores.slice(1)) if (each !== store) await each.close()
  },

  async 'shows another store over the same data what was appended'(store, maker) {
    if (maker.again === undefined) return
    await store.append(sessionKey, appendOfEvents(0, [userSays('one')]))
    const other = await maker.again(store)
    assertEqual((await other.read(sessionKey))?.revision, 1)
    await other.append(sessionKey, appendOfEvents(1, [userSays('two')]))
    assertEqual((await store.read(sessionKey))?.revision, 2)
    await other.close()
  },
}

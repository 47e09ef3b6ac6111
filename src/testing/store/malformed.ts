import type { Store } from '../../run/store/store.ts'
import { assertEqual, assertRejects } from '../assert.ts'
import { ada, appendOfEvents, sessionKey, userSays } from './fixtures.ts'
import type { Requirements } from './requirement.ts'

/** Rejects unless a call of the store fails with a TypeError. */
async function assertRefused(call: () => Promise<unknown>, name: string | number): Promise<void> {
  const error = await assertRejects(call)
  if (!(error instanceof TypeError))
    throw new Error(`call ${name}: expected a TypeError, got ${String(error)}`)
}

/** Returns calls of `append` with malformed arguments. */
const appendsOf = (store: Store): readonly (() => Promise<unknown>)[] => [
  () => store.append({ owner: ada, id: '' }, appendOfEvents(0, [])),
  () => store.append(sessionKey, appendOfEvents(-1, [])),
  () => store.append(sessionKey, appendOfEvents(0.5, [])),
  () => store.append(sessionKey, appendOfEvents(0, [{ author: '' } as never])),
  () =>
    store.append(
      sessionKey,
      appendOfEvents(0, [userSays('fine'), { author: 'user', parts: [{ kind: 'odd' }] } as never]),
    ),
  () => store.append(sessionKey, appendOfEvents(0, [], { status: 'odd' as never })),
  () => store.append(sessionKey, appendOfEvents(0, [], { time: Number.NaN })),
  () => store.append(sessionKey, appendOfEvents(0, [], { wakeAt: Number.NaN })),
  () => store.append(sessionKey, appendOfEvents(0, [], { state: { a: (() => 1) as never } })),
  () =>
    store.append(sessionKey, appendOfEvents(0, [], { scopes: [{ key: 'name', value: 1, trust: 'user' }] })),
  () =>
    store.append(sessionKey, appendOfEvents(0, [], { scopes: [{ key: 'user:', value: 1, trust: 'user' }] })),
  () =>
    store.append(
      sessionKey,
      appendOfEvents(0, [], { scopes: [{ key: 'user:k', value: 1, trust: 'odd' as never }] }),
    ),
  () =>
    store.append(
      sessionKey,
      appendOfEvents(0, [], { scopes: [{ key: 'user:k', value: 1n as never, trust: 'user' }] }),
    ),
  () =>
    store.append(
      { owner: { app: 'docs' }, id: 's1' },
      appendOfEvents(0, [], { scopes: [{ key: 'user:name', value: 1, trust: 'user' }] }),
    ),
]

/** Returns an object that contains itself. */
function cyclicObject(): never {
  const value: Record<string, unknown> = {}
  value.self = value
  return value as never
}

/** Tests of malformed arguments; each key is the text of a requirement. */
export const malformed: Requirements = {
  async 'rejects malformed input, and writes nothing'(store) {
    const others = [
      () => store.read(sessionKey, { from: 0.5 }),
      () => store.read(sessionKey, { from: -1 }),
      () => store.list(ada, { limit: 0 }),
      () => store.list(ada, { limit: 1_001 }),
      () => store.list(ada, { after: 'odd' }),
      () => store.due({ now: 0, limit: 0 }),
      () => store.due({ now: 0, after: 'odd' }),
      () => store.fork(sessionKey, '', { time: 1 }),
      () => store.fork(sessionKey, 's2', { time: Number.NaN }),
      () => store.fork(sessionKey, 's2', { time: 1, at: -1 }),
    ]
    for (const [index, call] of [...appendsOf(store), ...others].entries()) await assertRefused(call, index)
    assertEqual((await store.list(ada)).items, [])
    assertEqual((await store.list({ app: 'docs' })).items, [])
  },

  async 'writes nothing of an append or a fork that it rejects'(store) {
    const scopes = [{ key: 'user:k', value: 'kept', trust: 'user' as const }]
    await store.append(sessionKey, appendOfEvents(0, [userSays('one')], { scopes }))
    const before = JSON.stringify([await store.read(sessionKey), [...(await store.scopes(ada))]])
    const lost = [{ key: 'user:k', value: 'lost', trust: 'user' as const }]
    const bad = [userSays('two'), { author: 'user', parts: [{ kind: 'odd' }] } as never]
    await assertRefused(() => store.append(sessionKey, appendOfEvents(1, bad, { scopes: lost })), 'event')
    await assertRefused(
      () =>
        store.append(
          { ...sessionKey, id: 's2' },
          appendOfEvents(0, [], { scopes: lost, state: cyclicObject() }),
        ),
      'state',
    )
    const data = { author: 'user', parts: [{ kind: 'data' as const, value: cyclicObject() }] }
    await assertRefused(
      () => store.append(sessionKey, appendOfEvents(1, [userSays('two'), data], { scopes: lost })),
      'cycle',
    )
    const both = [...lost, { key: 'user:l', value: cyclicObject(), trust: 'user' as const }]
    await assertRefused(
      () => store.append(sessionKey, appendOfEvents(1, [userSays('two')], { scopes: both })),
      'shared key',
    )
    await assertRefused(() => store.fork(sessionKey, 's2', { time: 1, events: bad }), 'fork')
    assertEqual(JSON.stringify([await store.read(sessionKey), [...(await store.scopes(ada))]]), before)
    assertEqual((await store.list(ada)).items.length, 1)
  },
}

import { LeaseError } from '../../run/store/lease-error.ts'
import type { Lease, LeaseTerms, SessionChange, SessionLeases } from '../../run/store/leases.ts'
import type { Store } from '../../run/store/store.ts'
import { assertEqual, assertRejects } from '../assert.ts'
import { ada, appendOfEvents, bob, eventTexts, sessionKey, userSays } from './fixtures.ts'
import type { Requirements, StoreMaker } from './requirement.ts'

/** Length of the leases in tests that wait for the end of a lease, in milliseconds. */
const short = 40

/** Time of the tests, in milliseconds since 1970. A store with its own clock does not use it. */
const start = 1_700_000_000_000

const first: LeaseTerms = { holder: 'first', length: 60_000, now: start }
const second: LeaseTerms = { ...first, holder: 'second' }

/** Change of the session of a test that any process may take. */
const free: SessionChange = { key: sessionKey, isChanged: false, isFree: true, isPaused: false }

const fenceOf = (lease: Lease | null): number | null => lease?.fence ?? null

/** Waits until leases of length `short` have ended, and returns terms with the time after that. */
async function afterShortLeases(terms: LeaseTerms): Promise<LeaseTerms> {
  await new Promise(resolve => setTimeout(resolve, short * 2))
  return { ...terms, now: start + short * 2 }
}

/** Throws an Error unless an append of a lost lease is rejected, and writes nothing. */
async function assertLost(store: Store, fence: number | undefined): Promise<void> {
  const before = await store.read(sessionKey)
  const late = appendOfEvents(before?.revision ?? 0, [userSays('late')], { fence })
  const error = await assertRejects(() => store.append(sessionKey, late))
  if (!(error instanceof LeaseError)) throw new Error(`expected a LeaseError, got ${error}`)
  assertEqual(eventTexts(await store.read(sessionKey)), eventTexts(before))
}

/** Calls a check with the leases of a store that has a session, and of a second store over the same data. */
const withLeases =
  (check: (leases: SessionLeases, other: SessionLeases, store: Store) => Promise<void>) =>
  async (store: Store, maker: StoreMaker): Promise<string | undefined> => {
    if (store.leases === undefined) return 'the store has no leases'
    await store.append(sessionKey, appendOfEvents(0, [userSays('a')]))
    const again = (await maker.again?.(store)) ?? store
    await check(store.leases, again.leases ?? store.leases, store)
    if (again !== store) await again.close()
    return undefined
  }

/** Tests of leases; each key is the text of a requirement. */
export const leasing: Requirements = {
  'leases a session to one holder at a time': withLeases(async (leases, other) => {
    const lease = await leases.take(sessionKey, first)
    assertEqual({ ...lease, fence: 0 }, { key: sessionKey, fence: 0, revision: 1 })
    assertEqual(await other.take(sessionKey, second), null)
    assertEqual(await other.takeDue(second), [])
    assertEqual(fenceOf(await other.take(sessionKey, first)), fenceOf(lease))
  }),

  'leases a session to one of several holders that take it at the same time': withLeases(
    async (leases, other) => {
      const taken = await Promise.all(
        [leases, other, leases, other].map((each, index) =>
          each.take(sessionKey, { ...first, holder: `holder ${index}` }),
        ),
      )
      assertEqual(taken.filter(lease => lease !== null).length, 1)
    },
  ),

  'lets another holder take a session that was released, with a higher fencing number': withLeases(
    async (leases, other, store) => {
      const lease = await leases.take(sessionKey, first)
      await leases.release(lease as Lease)
      const next = await other.take(sessionKey, second)
      if (!((fenceOf(next) ?? 0) > (fenceOf(lease) ?? 0))) throw new Error('expected a higher fencing number')
      await leases.release(lease as Lease)
      assertEqual(await leases.take(sessionKey, first), null)
      await assertLost(store, lease?.fence)
    },
  ),

  'leases a released session with a pause only to who asks for it, until the pause has ended': withLeases(
    async (leases, other, store) => {
      const pause = { length: short, now: start }
      const known = [{ key: sessionKey, revision: 1 }]
      const lease = await leases.take(sessionKey, first)
      await leases.release(lease as Lease, { ...pause, length: 60_000 })
      await assertLost(store, lease?.fence)
      assertEqual(await leases.renew(first), [])
      assertEqual([...(await leases.takeDue(first)), ...(await other.takeDue(second))], [])
      assertEqual(await other.changed(known, start), [{ ...free, isPaused: true }])
      const asked = await leases.take(sessionKey, second)
      if (!((fenceOf(asked) ?? 0) > (fenceOf(lease) ?? 0)))
        throw new Error('expected a higher fencing number')
      await leases.release(lease as Lease, pause)
      assertEqual(await leases.take(sessionKey, first), null)
      await leases.release(asked as Lease, pause)
      const later = await afterShortLeases(first)
      assertEqual(await other.changed(known, later.now), [free])
      assertEqual((await leases.takeDue(later)).length, 1)
    },
  ),

  'ends the pause of a session at an append': withLeases(async (leases, _other, store) => {
    const lease = await leases.take(sessionKey, first)
    await leases.release(lease as Lease, { length: 60_000, now: start })
    await store.append(sessionKey, appendOfEvents(1, [userSays('b')]))
    assertEqual((await leases.takeDue(second)).length, 1)
  }),

  'keeps the place of a due session that gets a message': withLeases(async (leases, _other, store) => {
    const append = (id: string, time: number, revision = 0): Promise<number> =>
      store.append({ owner: bob, id }, { ...appendOfEvents(revision, [userSays('x')]), time })
    await append('early', 500)
    await append('late', 600)
    await append('early', 700, 1)
    const taken = await leases.takeDue({ ...first, app: bob.app })
    assertEqual(taken.map(({ key }) => key.id).slice(0, 2), ['early', 'late'])
  }),

  'lets another holder take a session whose lease has ended': withLeases(async (leases, other, store) => {
    const lease = await leases.take(sessionKey, { ...first, length: short })
    const later = await afterShortLeases(second)
    const known = [{ key: sessionKey, revision: 1 }]
    assertEqual(await other.changed(known, later.now), [free])
    // As long as nobody takes the session, its holder goes on.
    await store.append(sessionKey, appendOfEvents(1, [userSays('b')], { fence: lease?.fence }))
    const [next] = await other.takeDue(later)
    assertEqual([next?.key, next?.revision], [sessionKey, 2])
    await assertLost(store, lease?.fence)
    assertEqual(await leases.renew({ ...first, now: later.now }), [])
    await store.append(sessionKey, appendOfEvents(2, [userSays('c')], { fence: next?.fence }))
    await store.append(sessionKey, appendOfEvents(3, [userSays('d')]))
  }),

  'renews all leases of a holder, also those that have ended': withLeases(async (leases, other, store) => {
    const more = { owner: bob, id: 's2' }
    await store.append(more, appendOfEvents(0, [userSays('b')]))
    const taken = [await leases.take(sessionKey, { ...first, length: short })]
    taken.push(await leases.take(more, { ...first, length: short }))
    const later = await afterShortLeases(first)
    const renewed = await leases.renew(later)
    const fences = (all: readonly (Lease | null)[]): readonly (number | null)[] =>
      all.map(fenceOf).sort((left, right) => (left ?? 0) - (right ?? 0))
    assertEqual(fences(renewed), fences(taken))
    assertEqual(await other.renew(second), [])
    assertEqual(await other.take(sessionKey, { ...second, now: later.now }), null)
  }),

  'leases a due session again to its holder when its lease has ended': withLeases(async leases => {
    const lease = await leases.take(sessionKey, { ...first, length: short })
    const again = await leases.takeDue(await afterShortLeases(first))
    assertEqual(again.map(fenceOf), [fenceOf(lease)])
    assertEqual(await leases.takeDue(first), [])
  }),

  'has no lease of a session that does not exist, or that was deleted': withLeases(
    async (leases, other, store) => {
      assertEqual(await leases.take({ owner: bob, id: sessionKey.id }, first), null)
      const lease = await leases.take(sessionKey, first)
      await store.delete(sessionKey)
      assertEqual(await leases.renew(first), [])
      await assertLost(store, lease?.fence)
      await store.append(sessionKey, appendOfEvents(0, [userSays('new')]))
      const next = await other.take(sessionKey, second)
      if (next === null || fenceOf(next) === fenceOf(lease)) throw new Error('expected a lease of its own')
      await assertLost(store, lease?.fence)
    },
  ),

  'leases due sessions of all owners, those first that have waited the longest': withLeases(
    async (leases, other, store) => {
      const append = (id: string, time: number, more: object = {}): Promise<number> =>
        store.append({ owner: bob, id }, { ...appendOfEvents(0, [userSays('x')], more), time })
      await append('late', start - 1)
      await append('early', 500)
      await append('awake', start - 5, { status: 'waiting', wakeAt: 700 })
      await append('idle', 100, { status: 'idle' })
      await append('asleep', 100, { status: 'waiting', wakeAt: start * 2 })
      const ids = (all: readonly Lease[]): readonly string[] => all.map(({ key }) => key.id)
      assertEqual(await leases.takeDue({ ...first, app: 'another app' }), [])
      assertEqual(ids(await leases.takeDue({ ...first, limit: 2 })), ['early', 'awake'])
      assertEqual(ids(await other.takeDue({ ...second, app: ada.app })), [sessionKey.id, 'late'])
      assertEqual(ids(await leases.takeDue(first)), [])
    },
  ),

  'leases each due session to one of several holders': withLeases(async (leases, other, store) => {
    const ids = Array.from({ length: 12 }, (_, index) => `due ${index}`)
    for (const id of ids) await store.append({ owner: bob, id }, appendOfEvents(0, [userSays('x')]))
    const taken = await Promise.all(
      [leases, other, leases, other].map((each, index) =>
        each.takeDue({ ...first, holder: `holder ${index}`, limit: 5 }),
      ),
    )
    const keys = taken.flat().map(({ key }) => key.id)
    assertEqual(new Set(keys).size, keys.length)
  }),

  'returns the sessions with another number of events than the known one, and those that are free':
    withLeases(async (leases, other, store) => {
      const more = { owner: bob, id: 's2' }
      await store.append(more, appendOfEvents(0, [userSays('b')]))
      const lease = await leases.take(more, first)
      const known = [
        { key: sessionKey, revision: 1 },
        { key: more, revision: 1 },
        { key: { owner: bob, id: 'none' }, revision: 0 },
      ]
      const { now } = first
      assertEqual(await other.changed(known, now), [free])
      await store.append(more, appendOfEvents(1, [userSays('c')]))
      const change = { ...free, key: more, isChanged: true }
      assertEqual(await other.changed(known, now), [free, { ...change, isFree: false }])
      await leases.release(lease as Lease)
      assertEqual(await other.changed([{ key: more, revision: 2 }], now), [{ ...free, key: more }])
      assertEqual(await other.changed([{ key: more, revision: 1 }], now), [change])
      await store.delete(sessionKey)
      assertEqual(await other.changed(known.slice(0, 1), now), [{ ...free, isChanged: true, isFree: false }])
      assertEqual(await leases.changed([], now), [])
    }),
}

import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { EventInput } from '../ir/event.ts'
import { PersistentMap } from '../text/persistent-map.ts'
import { createSession } from './create.ts'
import { Log } from './log.ts'
import type { Session } from './session.ts'

afterEach(() => vi.restoreAllMocks())

/** Returns the number of events folded and keys set during a run. */
function workOf(run: () => void) {
  const folded = vi.spyOn(Log.prototype, 'event')
  const set = vi.spyOn(PersistentMap.prototype, 'set')
  run()
  const work = { folded: folded.mock.calls.length, set: set.mock.calls.length }
  vi.restoreAllMocks()
  return work
}

const setting = (key: string, value: number): EventInput => ({
  author: 'developer',
  actions: { state: { set: { [key]: value } } },
})
const back = (to: number): EventInput => ({ author: 'developer', actions: { rewind: { to } } })

/** Returns a log of `count` rounds. */
const rounds = (count: number, round: (index: number, at: number) => readonly EventInput[]): EventInput[] => {
  const events: EventInput[] = []
  for (let index = 0; index < count; index++) events.push(...round(index, events.length))
  return events
}

test('keys read after each append are not copied each time (A16)', () => {
  let session = createSession()
  const work = workOf(() => {
    for (let index = 0; index < 3_000; index++) {
      session = session.append(setting(`k${index}`, index))
      expect(session.keys.size).toBe(index + 1)
    }
  })
  expect(work).toEqual({ folded: 3_000, set: 3_000 })
})

test('an older version keeps its state when a later one is read, after rewinds too (A16)', () => {
  const versions = [createSession({ state: { a: 0 } })]
  for (let index = 0; index < 300; index++) {
    const last = versions.at(-1) as (typeof versions)[number]
    versions.push(index % 50 === 49 ? last.rewind(index - 20) : last.append(setting(`k${index % 90}`, index)))
    void versions.at(-1)?.keys
  }
  const cold = (index: number) =>
    createSession({ state: { a: 0 }, events: versions[index]?.events ?? [] }).state
  for (const index of [250, 3, 300, 120, 121, 299]) expect(versions[index]?.state).toEqual(cold(index))
})

test.each([
  ['of what was just set', (index: number, at: number) => [setting('k', index), back(at)]],
  ['to the beginning', (index: number) => [setting(`k${index}`, index), back(0)]],
  ['of rewinds', (index: number, at: number) => [setting('k', index), back(at), back(at + 1)]],
  ['of some rounds', (index: number, at: number) => [setting(`k${index}`, index), back(at >> 1)]],
])('rewinds %s cost the same each, however many there are', (_, round) => {
  const read = (count: number, isEach: boolean) => {
    const events = rounds(count, round)
    return workOf(() => {
      let session: Session = createSession({ events: isEach ? [] : events })
      for (const event of isEach ? events : []) {
        session = session.append(event)
        void session.keys
      }
      void session.keys
    })
  }
  for (const isEach of [false, true]) {
    const [few, many] = [read(10, isEach), read(1_000, isEach)]
    // A factor of 100 from the number of rounds, and up to 2 for events that are folded again after a rewind.
    expect(many.folded / few.folded).toBeLessThan(200)
    expect(many.folded).toBeLessThan(200_000)
  }
})

test('the state at any place is read without a fold over all events before it', () => {
  const session = createSession({ events: rounds(1_000, (index, at) => [setting('k', index), back(at)]) })
  void session.state
  const work = workOf(() => {
    for (let index = 0; index < 1_000; index++) expect(session.stateAt(index * 2 + 1)).toEqual({ k: index })
  })
  expect(work.folded).toBeLessThan(2_000)
})

test('a rewind restores the values before it, in the order in which keys were added', () => {
  const session = createSession({
    state: { a: 0, 'user:u': 0 },
    events: [
      setting('b', 1),
      {
        author: 'user',
        text: 'Hi',
        actions: { state: { set: { 'temp:t': 1, 'user:u': 1 }, delete: ['a'] } },
      },
      { author: 'user', text: 'On' },
      back(1),
      back(3),
    ],
  })
  const states = [1, 2, 3, 4, 5].map(length => Object.entries(session.stateAt(length)))
  expect(states).toEqual([
    [
      ['a', 0],
      ['user:u', 0],
      ['b', 1],
    ],
    [
      ['user:u', 1],
      ['b', 1],
      ['temp:t', 1],
    ],
    [
      ['user:u', 1],
      ['b', 1],
    ],
    [
      ['a', 0],
      ['user:u', 1],
      ['b', 1],
    ],
    [
      ['user:u', 1],
      ['b', 1],
    ],
  ])
})

test('a session with rewinds has the state of a fold over all its events, however it is read', () => {
  const names = fc.constantFrom('a', 'b', 'temp:c', 'user:d')
  const edits = fc.record({
    set: fc.dictionary(names, fc.nat(9)),
    delete: fc.uniqueArray(names, { maxLength: 2 }),
    to: fc.option(fc.nat(30)),
    says: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(edits, { maxLength: 30 }), fc.array(fc.nat(30)), (rounds, places) => {
      const events = rounds.map(({ to, says, ...state }) => ({
        author: 'user',
        parts: says ? [{ kind: 'text' as const, text: 'Hi' }] : [],
        actions: { state, ...(to !== null && { rewind: { to } }) },
      }))
      const states: Record<string, unknown>[] = [{}]
      for (const [seq, { to, says, set, delete: gone }] of rounds.entries()) {
        const last = Object.entries(states[seq] ?? {})
        const now = new Map(last.filter(([key]) => !(says && key.startsWith('temp:'))))
        for (const key of gone) now.delete(key)
        for (const [key, value] of Object.entries(set)) now.set(key, value)
        const shared = [...now].filter(([key]) => key.startsWith('user:'))
        const own = Object.entries(states[to ?? 0] ?? {}).filter(([key]) => !key.startsWith('user:'))
        states.push(Object.fromEntries(to !== null && to < seq ? [...own, ...shared] : now))
      }
      const session = createSession({ events })
      let grown = createSession()
      for (const [index, event] of events.entries()) {
        grown = grown.append(event)
        if (index % 3 !== 1) expect({ ...grown.state }).toEqual(states[index + 1])
      }
      for (const read of [session, grown])
        for (const place of places)
          if (place <= events.length) expect({ ...read.stateAt(place) }).toEqual(states[place])
    }),
    { numRuns: 300 },
  )
})

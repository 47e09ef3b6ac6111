import { expect, test } from 'vitest'
import { createSession } from './create.ts'
import { restoreSession } from './restore.ts'
import type { Session } from './session.ts'

test('append returns a new session and leaves the old one unchanged', () => {
  const session = createSession({ events: [{ author: 'user', text: 'one' }] })
  const longer = session.append({ author: 'agent', text: 'two' }, { author: 'user', text: 'three' })
  expect([session.length, longer.length]).toEqual([1, 3])
  expect(longer.events.map(({ seq }) => seq)).toEqual([0, 1, 2])
  expect([session.units.rows.length, longer.units.rows.length]).toEqual([1, 3])
})

test('state is a fold of deltas: a dropped key is absent, a prototype name is only a key', () => {
  const session = createSession({ state: { a: 1, b: null } }).append(
    { author: 'agent', parts: [], actions: { state: { set: { constructor: 'x', c: 3 }, delete: ['a'] } } },
    { author: 'agent', parts: [], actions: { state: { set: { a: 2 } } } },
  )
  expect(Object.entries(session.state)).toEqual([
    ['b', null],
    ['constructor', 'x'],
    ['c', 3],
    ['a', 2],
  ])
  expect('toString' in session.state).toBe(false)
})

test('a rewind undoes later state changes except of shared keys, and temp: keys end with the invocation', () => {
  const set = (values: object) => ({ author: 'agent', actions: { state: { set: values as never } } })
  const begun = createSession({ state: { a: 0 }, events: [{ author: 'user', text: 'one' }] })
  const longer = begun.append(set({ a: 1, 'app:b': 1, 'temp:c': 1 }), set({ a: 2, 'user:d': 2 }))
  expect({ ...longer.state }).toEqual({ a: 2, 'app:b': 1, 'temp:c': 1, 'user:d': 2 })
  expect({ ...longer.rewind(2).state }).toEqual({ a: 1, 'app:b': 1, 'temp:c': 1, 'user:d': 2 })
  expect({ ...longer.rewind(1).state }).toEqual({ a: 0, 'app:b': 1, 'user:d': 2 })
  expect([...longer.rewind(1).keys].map(([key, { seq }]) => [key, seq])).toEqual([
    ['a', -1],
    ['app:b', 1],
    ['user:d', 2],
  ])
  expect('temp:c' in longer.append({ author: 'user', text: 'two' }).state).toBe(false)
  expect(() => longer.rewind(3)).toThrow(RangeError)
  expect(longer.fork('f').append(set({ e: 1 })).state.e).toBe(1)
})

test('a session survives JSON', () => {
  const session = createSession({
    id: 's',
    state: { a: 1 },
    events: [{ author: 'user', text: 'hi', branch: 'b' }],
  })
  const again = restoreSession(JSON.parse(JSON.stringify(session)))
  expect(again.toJSON()).toEqual(session.toJSON())
})

test('an invalid event is a TypeError that names the place', () => {
  expect(() => createSession({ events: [{ author: '' }] })).toThrow(/events\[0\]\.author/)
  expect(() => createSession({ events: [{ author: 'user', parts: [{ kind: 'image' } as never] }] })).toThrow(
    /parts\[0\]\.kind must be one of .*'image'/,
  )
  expect(() => createSession({ events: [{ author: 'user', parts: [{ kind: 'text' } as never] }] })).toThrow(
    /parts\[0\]\.text must be a string/,
  )
  const nested = { kind: 'tool-result', id: 'a', content: [{ kind: 'text' }] } as never
  expect(() => createSession({ events: [{ author: 'tool', parts: [nested] }] })).toThrow(/content\[0\]\.text/)
  expect(() => createSession().event(0)).toThrow(RangeError)
})

test('a session shares the keys of the one before if an append sets none', () => {
  const session = createSession({ state: { city: 'Rome' }, events: [{ author: 'user', text: 'Hi' }] })
  const longer = session.append({ author: 'agent', text: 'Hello' }, { author: 'user', text: 'Again' })
  const namesOf = ({ keys }: Session) => [...keys].map(([key]) => key)
  expect(longer.keys).toBe(session.keys)
  const temporary = longer.append({ author: 'agent', actions: { state: { set: { 'temp:plan': 'x' } } } })
  expect(namesOf(temporary)).toEqual(['city', 'temp:plan'])
  expect(namesOf(temporary.append({ author: 'user', text: 'New' }))).toEqual(['city'])
  expect(namesOf(longer)).toEqual(['city'])
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, compile, nextSteps, parallel } from '../../../index.ts'
import type { Event } from '../../ir/event.ts'
import { restoreSession } from '../restore.ts'
import { storedSource } from '../stored-event.ts'
import { keysInScopes } from './scoped-keys.ts'
import { UnitView } from './view.ts'

type Stored = Pick<Event, 'author'> & Partial<Event>

const place = fc.constantFrom(0, 1, 2, 3, 999)
const said = (author: string, run: NonNullable<Event['actions']>['run']): Stored => ({
  author,
  parts: [{ kind: 'text', text: 'Hi' }],
  ...(run && { actions: { run } }),
})
const event: fc.Arbitrary<Stored> = fc.oneof(
  fc.constantFrom('user', 'a', 'b').map(author => said(author, undefined)),
  fc
    .tuple(fc.constantFrom('a', 'b'), place)
    .map(([author, at]) => said(author, { rejected: { events: [at], why: 'no' } })),
  place.map(of => said('developer', { feedback: { of } })),
  place.map(to => ({ author: 'developer', parts: [], actions: { rewind: { to } } })),
)

test('an agent sees the same of a session that grows as of one that is read at once, whatever its marks say', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 10 }), events => {
      const sight = { own: new Set(['a']), branch: '', contents: 'all' as const }
      let grown = restoreSession({ events: [] })
      let [units, view] = [grown.units, new UnitView(grown.units, sight)]
      for (const [index, added] of events.entries()) {
        grown = grown.extend(storedSource([added as Event], index))
        // A rewind that brings events back makes other units.
        if (grown.units !== units) [units, view] = [grown.units, new UnitView(grown.units, sight)]
        const whole = restoreSession({ events: events.slice(0, index + 1) })
        const fresh = new UnitView(whole.units, sight)
        const { rows } = grown.units
        const all = Array.from({ length: rows.length }, (_, unit) => unit)
        expect(all.map(unit => view.whyUnseen(unit))).toEqual(all.map(unit => fresh.whyUnseen(unit)))
      }
    }),
    { numRuns: 1_000 },
  )
})

test('branches of calls that name each other, or nothing, end', async () => {
  const change = (branch: string): Stored => ({
    author: 'developer',
    branch,
    parts: [],
    actions: { state: { set: { k: branch }, delete: [] } },
  })
  const events = [
    { author: 'user', parts: [{ kind: 'text' as const, text: 'Hi' }] },
    ...['call:2.0', 'call:1.0', 'call:3.0', 'call:99.0', 'call:'].map(change),
  ]
  const session = restoreSession({ events })
  expect(keysInScopes(session, [{ from: 0, branch: 'a' }]).toState()).toMatchObject({ k: expect.any(String) })
  const program = parallel(agent({ name: 'a', model: 'gpt-5.4' }), agent({ name: 'b', model: 'gpt-5.4' }))
  expect(nextSteps(program, session)).toHaveLength(2)
  for (const branch of ['call:2.0', 'call:1.0', 'call:3.0'])
    expect((await compile(program, session, { agent: 'a', run: { branch } })).next).toHaveLength(2)
})

test('a long chain of calls ends', () => {
  const events = Array.from({ length: 20_000 }, (_, seq) => ({
    author: 'developer',
    branch: seq === 0 ? '' : `call:${seq - 1}.0`,
    parts: [],
    actions: { state: { set: { k: seq }, delete: [] } },
  }))
  const session = restoreSession({ events: [...events.slice(0, 1), ...events.slice(-1)] })
  expect(keysInScopes(session, [{ from: 0, branch: 'a' }]).get('k')).toBeDefined()
  const chained = restoreSession({ events })
  expect(keysInScopes(chained, [{ from: 19_999, branch: 'a' }]).get('k')?.value).toBe(19_999)
})

test('rewinds that go back and forth cost no more than their number', () => {
  const events = Array.from({ length: 400 }, (_, seq) => ({
    author: 'developer',
    branch: 'a',
    parts: [],
    actions: {
      state: { set: { k: seq }, delete: [] },
      ...(seq > 1 && { rewind: { to: seq % 2 === 0 ? 1 : seq - 1 } }),
    },
  }))
  const session = restoreSession({ events })
  expect(keysInScopes(session, [{ from: 0, branch: 'a' }]).toState()).toEqual(session.keys.toState())
})

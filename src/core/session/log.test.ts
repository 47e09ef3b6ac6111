import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryEvents } from '../../../test/arbitrary/index.ts'
import type { EventInput } from '../ir/event.ts'
import { createSession } from './create.ts'
import { Log } from './log.ts'
import type { Session } from './session.ts'
import { rewindsIn } from './unit/rewinds.ts'

/** Returns all facts about the units and the state of a session. */
function seen({ units, state, events }: Session) {
  const ordinals = Array.from({ length: units.rows.length }, (_, ordinal) => ordinal)
  return {
    units: ordinals.map(ordinal => units.rows.unit(ordinal)),
    calls: ordinals.flatMap(ordinal => [...units.rows.callsOf(ordinal)].map(call => units.rows.call(call))),
    open: units.openUnits(),
    opaque: [...units.rows.opaque],
    hidden: units.rows.hidden,
    state: { ...state },
    events: events.length,
  }
}

const cold = (events: readonly EventInput[]): Session => createSession({ events })

test('a session appended to in any steps equals one made at once', () => {
  const cuts = fc.array(fc.tuple(fc.nat(40), fc.boolean(), fc.nat(40)), { maxLength: 8 })
  fc.assert(
    fc.property(arbitraryEvents(), cuts, (events, plan) => {
      let session = cold([])
      const versions: Session[] = [session]
      for (const [count, look, again] of plan) {
        session = session.append(...events.slice(session.length, session.length + count))
        versions.push(session)
        if (look) seen(session)
        const older = versions[again % versions.length] as Session
        expect(seen(older)).toEqual(seen(cold(events.slice(0, older.length))))
      }
      const { rows } = session.units
      const hidden = Array.from({ length: rows.length }, (_, ordinal) => rows.isHidden(ordinal)).filter(
        Boolean,
      )
      expect(rows.hidden).toBe(hidden.length)
      for (const version of versions.toReversed())
        expect(seen(version)).toEqual(seen(cold(events.slice(0, version.length))))
    }),
    { numRuns: 200 },
  )
})

test('an older version can be continued twice, each in its own way', () => {
  const begin = createSession({ events: [{ author: 'user', text: 'one' }] })
  const left = begin.append({ author: 'agent', text: 'left' })
  const right = begin.append({ author: 'agent', text: 'right' }, { author: 'user', text: 'on' })
  const texts = (session: Session): unknown[] =>
    session.events.map(({ parts }) => (parts[0] as { text?: string }).text)
  expect([texts(begin), texts(left), texts(right)]).toEqual([
    ['one'],
    ['one', 'left'],
    ['one', 'right', 'on'],
  ])
  expect([begin, left, right].map(session => session.units.rows.length)).toEqual([1, 2, 3])
  expect(texts(left.append({ author: 'user', text: 'more' }))).toEqual(['one', 'left', 'more'])
})

test('appending one by one folds each event once', () => {
  let session = createSession()
  const fold = session.units
  for (let turn = 0; turn < 2_000; turn++) {
    session = session.append({
      author: 'user',
      text: `turn ${turn}`,
      actions: { state: { set: { turn } } },
    })
    expect(session.units).toBe(fold)
    expect(fold.events).toBe(turn + 1)
    expect(session.state.turn).toBe(turn)
  }
})

test('an event that was read is not made again', () => {
  let made = 0
  const source = {
    length: 3,
    event: (_index: number, seq: number) => {
      made++
      return { seq, author: 'user', branch: '', response: '', parts: [] }
    },
    scan: () => {},
  }
  const log = Log.of(source)
  for (let round = 0; round < 100; round++) for (const seq of [0, 2, 1]) expect(log.event(seq).seq).toBe(seq)
  expect(made).toBe(3)
})

test('a longer session continues the fold of units, unseen by other versions', () => {
  fc.assert(
    fc.property(arbitraryEvents(), fc.nat(40), fc.nat(40), (events, cut, more) => {
      const short = cold(events.slice(0, cut))
      seen(short)
      const fold = short.units
      const whole = cold(events.slice(0, cut + more)).foldedOn(fold)
      expect(seen(whole)).toEqual(seen(cold(events.slice(0, cut + more))))
      // A rewind that brings events back makes other units.
      const rewinds = rewindsIn(whole.events)
      const isBack = rewinds.some(({ seq, to }) =>
        rewinds.some(other => to <= other.seq && other.seq < seq && other.to < to),
      )
      if (!isBack) expect(whole.units).toBe(fold)
      expect(seen(short)).toEqual(seen(cold(events.slice(0, cut))))
    }),
  )
})

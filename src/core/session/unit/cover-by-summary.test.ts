import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryEvents } from '../../../../test/arbitrary/session.ts'
import { compile } from '../../compile/compile.ts'
import type { EventInput, EventRange } from '../../ir/event.ts'
import { createSession } from '../create.ts'
import { currentInput } from './current-input.ts'
import { OpeningRun } from './opening-run.ts'
import type { Units } from './units.ts'

const call = { kind: 'tool-call', id: 'c', name: 'f', arguments: {} } as const
const result = { kind: 'tool-result', id: 'c', content: [] } as const

/** Returns the ordinals of shown units after a summary of some events; the place of a summary is marked. */
function shownAfter(
  events: readonly EventInput[],
  covers: readonly EventRange[],
  text = 'So far.',
): string[] {
  const summary = { author: 'a', text, actions: { compaction: { covers } } }
  const { rows } = createSession({ events: [...events, summary] }).units
  return Array.from({ length: rows.length }, (_, unit) => unit)
    .filter(unit => !rows.isHidden(unit))
    .map(unit => `${unit}${rows.kindOf(unit) === 'summary' ? ' summary' : ''}`)
}

const said = (text: string, author = 'user'): EventInput => ({ author, text })
const turns = [said('1'), said('2', 'a'), said('3'), said('4', 'a'), said('5'), said('6', 'a')]

test('a summary is placed where its first unit was', () => {
  expect(shownAfter(turns, [{ from: 0, to: 3 }])).toEqual(['0 summary', '3', '4', '5'])
  expect(shownAfter(turns, [{ from: 1, to: 2 }])).toEqual(['0', '1 summary', '2', '3', '4', '5'])
})

test('events may be covered in any order and twice', () => {
  const once = shownAfter(turns, [{ from: 0, to: 4 }])
  for (const covers of [
    [
      { from: 0, to: 3 },
      { from: 1, to: 4 },
    ],
    [
      { from: 2, to: 4 },
      { from: 0, to: 2 },
      { from: 0, to: 2 },
    ],
  ])
    expect(shownAfter(turns, covers)).toEqual(once)
})

test('a unit is summarized completely or not at all, wherever its parts are', () => {
  const events = [
    said('go'),
    { author: 'a', parts: [call] },
    said('wait'),
    { author: 'tool', parts: [result] },
  ]
  const later = [...events, said('done', 'a'), said('next'), said('yes', 'a')]
  const all = ['0 summary', '2', '3', '4', '5']
  const [user, called, answered] = [
    { from: 0, to: 1 },
    { from: 1, to: 2 },
    { from: 3, to: 4 },
  ]
  expect(shownAfter(later, [user, called, answered])).toEqual(all)
  expect(shownAfter(later, [user, called])).toEqual(['0 summary', '1', '2', '3', '4', '5'])
})

test('critical, pending and current units stay, and a summary that covers nothing replaces nothing', () => {
  const open = [
    said('1'),
    { ...said('2', 'a'), tier: 'critical' } as const,
    { author: 'b', branch: 'b', parts: [call] },
  ]
  expect(shownAfter([...open, said('3'), said('4', 'a')], [{ from: 0, to: 9 }])).toEqual([
    '0 summary',
    '1',
    '2',
    '3',
    '4',
  ])
  expect(shownAfter(turns, [{ from: 4, to: 9 }])).toEqual(['0', '1', '2', '3', '4', '5'])
  for (const blank of ['', ' \n'])
    expect(shownAfter(turns, [{ from: 0, to: 3 }], blank)).toEqual(['0', '1', '2', '3', '4', '5'])
})

test('a critical summary keeps its place, is never dropped, and no other summary replaces it', async () => {
  const summary = (from: number, to: number, tier?: 'critical') => ({
    ...said('word '.repeat(60), 'a'),
    ...(tier && { tier }),
    actions: { compaction: { covers: [{ from, to }] } },
  })
  const many = Array.from({ length: 20 }, (_, at) => said('word '.repeat(20), at % 2 ? 'a' : 'user'))
  const events = [...turns, summary(0, 2, 'critical'), ...many, summary(0, 12), said('end')]
  const session = createSession({ events })
  const { rows } = session.units
  expect(rows.covers.places().map(([place]) => place)).toEqual([0, 2])
  const kept = await compile({ agent: { name: 'a' }, session }, { target: 'text', budget: 250 })
  expect(kept.ledger.rows.find(({ from, to }) => from <= 6 && 6 < to)?.fate).toBe('kept')
  const alone = createSession({ events: [said('q'), summary(0, 1, 'critical'), said('end')] })
  const { ledger } = await compile({ agent: { name: 'a' }, session: alone }, { target: 'text' })
  expect(ledger.rows.map(({ fate, reason }) => `${fate} ${reason}`)).toEqual([
    'kept fits',
    'kept critical',
    'kept current-input',
  ])
  const small = await compile({ agent: { name: 'a' }, session }, { target: 'text', budget: 60 })
  expect([small.ok, small.diagnostics[0]?.code]).toEqual([false, 'CX4001'])
})

test('a summary of every unit of an earlier summary replaces it', () => {
  const first = { author: 'a', text: 'one', actions: { compaction: { covers: [{ from: 0, to: 2 }] } } }
  const events = [...turns.slice(0, 4), first, ...turns.slice(4)]
  expect(shownAfter(events, [{ from: 0, to: 4 }])).toEqual(['0 summary', '5', '6'])
  expect(shownAfter(events, [{ from: 1, to: 4 }])).toEqual(['0 summary', '2 summary', '5', '6'])
})

const openerOf = (units: Units): number => units.openerOf(Math.max(0, units.lastShown())) ?? -1

test('units of the current input equal those found by a full scan', () => {
  fc.assert(
    fc.property(arbitraryEvents(), events => {
      const run = new OpeningRun()
      for (let length = 1; length <= events.length; length++) {
        const { units } = createSession({ events: events.slice(0, length) })
        const [last, kept] = [units.lastShown(), currentInput(units)]
        const open = new Set(units.openUnits())
        for (let unit = 0; unit < units.rows.length; unit++)
          if (!units.isHidden(unit) && unit !== last && !open.has(unit))
            expect(new OpeningRun().includesUnit(units, openerOf(units), unit)).toBe(kept.has(unit))
      }
      // The run is searched again in a growing session.
      let session = createSession()
      for (const event of events) {
        session = session.append(event)
        const { units } = session
        for (let unit = 0; unit < units.rows.length; unit++)
          if (!units.isHidden(unit))
            expect(run.includesUnit(units, openerOf(units), unit)).toBe(
              new OpeningRun().includesUnit(units, openerOf(units), unit),
            )
      }
    }),
    { numRuns: 300 },
  )
})

test('the count of hidden units equals the number of hidden units', () => {
  fc.assert(
    fc.property(arbitraryEvents(), events => {
      const { rows } = createSession({ events }).units
      const hidden = Array.from({ length: rows.length }, (_, unit) => rows.isHidden(unit)).filter(Boolean)
      expect(rows.hidden).toBe(hidden.length)
    }),
    { numRuns: 2_000 },
  )
})

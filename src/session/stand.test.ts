import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryEvents } from '../testing/arbitrary/session.ts'
import { createSession } from './create.ts'
import type { EventInput, EventRange } from './event.ts'

const call = { kind: 'tool-call', id: 'c', name: 'f', arguments: {} } as const
const result = { kind: 'tool-result', id: 'c', content: [] } as const

/** Ordinals of the units that are shown, those in whose place a summary stands marked, after a summary of some events. */
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

test('a summary stands in the place of the first unit that it stands for', () => {
  expect(shownAfter(turns, [{ from: 0, to: 3 }])).toEqual(['0 summary', '3', '4', '5'])
  expect(shownAfter(turns, [{ from: 1, to: 2 }])).toEqual(['0', '1 summary', '2', '3', '4', '5'])
})

test('events may be named in any order and twice', () => {
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

test('a unit is told whole or not at all, wherever its parts are', () => {
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

test('what is critical, waits or is the current input stays; nothing stands for nothing', () => {
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
  expect(shownAfter(turns, [{ from: 0, to: 3 }], '')).toEqual(['0', '1', '2', '3', '4', '5'])
})

test('a summary of all that another one told takes its place', () => {
  const first = { author: 'a', text: 'one', actions: { compaction: { covers: [{ from: 0, to: 2 }] } } }
  const events = [...turns.slice(0, 4), first, ...turns.slice(4)]
  expect(shownAfter(events, [{ from: 0, to: 4 }])).toEqual(['0 summary', '5', '6'])
  expect(shownAfter(events, [{ from: 1, to: 4 }])).toEqual(['0 summary', '2 summary', '5', '6'])
})

test('the count of what is hidden is that of the units that are', () => {
  fc.assert(
    fc.property(arbitraryEvents(), events => {
      const { rows } = createSession({ events }).units
      const hidden = Array.from({ length: rows.length }, (_, unit) => rows.isHidden(unit)).filter(Boolean)
      expect(rows.hidden).toBe(hidden.length)
    }),
    { numRuns: 2_000 },
  )
})

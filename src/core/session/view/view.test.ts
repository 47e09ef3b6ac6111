import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryEvents } from '../../../../test/arbitrary/index.ts'
import type { EventInput } from '../../ir/event.ts'
import { createSession } from '../create.ts'
import { currentInput } from '../unit/current-input.ts'
import type { Routing } from '../unit/routing.ts'
import type { Contents, Sight } from '../unit/sight.ts'
import { UnitView } from './view.ts'

const usual: Sight = { own: new Set(['me']), branch: '', contents: 'all' }
const routing: Routing = {
  reads: new Set(['key']),
  authors: ['other', 'helper'],
  lineage: { keyOf: () => 'key', collectedIn: () => undefined, moved: () => new Map() },
}
const user = (text: string): EventInput => ({ author: 'user', text })
const said = (author: string, text: string, branch = ''): EventInput => ({ author, text, branch })

/** Returns why each unit is not shown; `foreign` for units shown as another agent's. */
function seen(events: readonly EventInput[], sight: Partial<Sight>): (string | null)[] {
  const { units } = createSession({ events })
  const view = new UnitView(units, { ...usual, ...sight })
  return Array.from({ length: units.rows.length }, (_, unit) =>
    view.isForeign(unit) && !view.isUnseen(unit) ? 'foreign' : view.whyUnseen(unit),
  )
}

const turns = [user('1'), said('me', 'a'), said('other', 'b'), user('2'), said('other', 'c'), said('me', 'd')]

describe('the view of an agent', () => {
  test.each<[Contents, (string | null)[]]>([
    ['all', [null, null, 'foreign', null, 'foreign', null]],
    ['topology', [null, null, 'foreign', null, 'foreign', null]],
    ['exclude-agents', [null, null, 'other-agent', null, 'other-agent', null]],
    ['none', ['earlier-turn', 'earlier-turn', 'earlier-turn', null, 'foreign', null]],
    ['user-only', [null, 'earlier-turn', 'other-agent', null, 'other-agent', null]],
  ])('follows includeContents: %s', (contents, expected) => {
    expect(seen(turns, { contents })).toEqual(expected)
  })

  test('shows an answer only once if a key holds it, and again if the key is deleted (F0)', () => {
    const answer = { ...said('other', 'c'), actions: { state: { set: { key: 'c' } } } }
    const dropped = { author: 'developer', actions: { state: { delete: ['key'] } } }
    const held = [...turns, answer]
    expect(seen(held, { contents: 'topology', routing })).toEqual([
      null,
      null,
      'foreign',
      null,
      'foreign',
      null,
      'through-state',
    ])
    expect(seen([...held, dropped], { contents: 'topology', routing })[6]).toBe('foreign')
    expect(seen([...held, answer], { contents: 'topology', routing }).slice(6)).toEqual([
      'foreign',
      'through-state',
    ])
  })

  test('shows the branches above and below its own', () => {
    const events = [user('1'), ...['a', 'a.b', 'a.b.c', 'a.x', 'ab'].map(branch => said('me', 'x', branch))]
    expect(seen(events, { branch: 'a.b' })).toEqual([null, null, null, null, 'other-branch', 'other-branch'])
  })

  test('treats several user messages as one turn, and keeps critical units', () => {
    const critical = { ...said('me', 'rule'), tier: 'critical' } as const
    const events = [critical, said('me', 'old'), user('1'), said('me', ''), user('2'), said('me', 'now')]
    const { units } = createSession({ events })
    const view = new UnitView(units, { ...usual, contents: 'none' })
    expect([view.slide, view.lastShown(), view.openerOf(5)]).toEqual([2, 5, 4])
    expect(seen(events, { contents: 'none' })).toEqual([null, 'earlier-turn', null, null, null, null])
  })
})

test("the current input ends at any author's unit, shown or not", () => {
  const events = [user('1'), said('helper', 'x'), user('2'), user('3'), said('helper', 'y')]
  const { units } = createSession({ events })
  for (const contents of ['user-only', 'none', 'exclude-agents'] as const) {
    const view = new UnitView(units, { ...usual, contents })
    expect([...currentInput(view)].sort(), contents).toEqual(contents === 'none' ? [2, 3, 4] : [2, 3])
    expect(view.slide, contents).toBe(contents === 'exclude-agents' ? null : 2)
  }
})

test('a view is the same read while it grows or at the end', () => {
  const sight = fc.record({
    own: fc.constantFrom(new Set(['agent', 'helper', 'other']), new Set(['agent']), new Set<string>()),
    branch: fc.constantFrom('', 'a', 'a.b1'),
    contents: fc.constantFrom<Contents[]>('all', 'topology', 'none', 'user-only', 'exclude-agents'),
    routing: fc.constant(routing),
  })
  const told = (view: UnitView, length: number): unknown[] => [
    view.shownBefore(length),
    view.lastShown(),
    view.slide,
    view.openUnits(),
    steps(view, length),
    ...Array.from({ length }, (_, unit) => [view.isHidden(unit), view.whyUnseen(unit), view.openerOf(unit)]),
  ]
  /** Expects that walks in both directions visit every shown unit. */
  const steps = (view: UnitView, length: number): number[] => {
    const back: number[] = []
    for (let unit = view.placeBefore(length); unit >= 0; unit = view.placeBefore(unit)) back.unshift(unit)
    const on: number[] = []
    for (let unit = view.placeAfter(-1); unit < length; unit = view.placeAfter(unit)) on.push(unit)
    const shown = Array.from({ length }, (_, unit) => unit).filter(unit => !view.isHidden(unit))
    for (const way of [back, on]) expect(way.filter(unit => !view.isHidden(unit))).toEqual(shown)
    return on
  }
  fc.assert(
    fc.property(arbitraryEvents(), sight, (events, given) => {
      let session = createSession()
      let [units, view] = [session.units, new UnitView(session.units, given)]
      for (const event of events) {
        session = session.append(event)
        // A rewind that brings events back makes other units.
        if (session.units !== units) [units, view] = [session.units, new UnitView(session.units, given)]
        const cold = new UnitView(createSession({ events: session.events }).units, given)
        const { length } = session.units.rows
        expect(told(view, length)).toEqual(told(cold, length))
      }
    }),
    { numRuns: 200 },
  )
})

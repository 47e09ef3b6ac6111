import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSession } from '../session/create.ts'
import type { Contents } from '../session/sight.ts'
import { View } from '../session/view.ts'
import { arbitraryEvents } from '../testing/arbitrary/index.ts'
import { sizeOfSpan, TrimFold } from './trim-fold.ts'

const sizing = { perCharacter: 0.25, message: 8, call: 60 }

test('folded at once or event by event, the history begins at the same place', () => {
  const limits = fc.integer({ min: 0, max: 2_000 })
  const lows = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(arbitraryEvents(), limits, lows, fc.array(fc.boolean()), (events, high, low, looks) => {
      let session = createSession()
      const fold = new TrimFold(sizing, high, low, 0)
      let last = 0
      let rewinds = 0
      for (const [index, event] of events.entries()) {
        session = session.append(event)
        if (!looks[index % (looks.length || 1)]) continue
        const start = fold.fold(session.units)
        // Only what is taken back may move the place back.
        if (session.units.rows.rewinds.length === rewinds) expect(start).toBeGreaterThanOrEqual(last)
        rewinds = session.units.rows.rewinds.length
        last = start
      }
      const cold = new TrimFold(sizing, high, low, 0)
      expect(fold.fold(session.units)).toBe(cold.fold(createSession({ events }).units))
    }),
    { numRuns: 500 },
  )
})

test('so it does as any agent sees it, while turns move on', () => {
  const contents = fc.constantFrom<Contents[]>('all', 'topology', 'none', 'user-only', 'exclude-agents')
  const limits = fc.integer({ min: 0, max: 800 })
  fc.assert(
    fc.property(arbitraryEvents(), contents, limits, fc.array(fc.boolean()), (events, shown, high, looks) => {
      const sight = { own: new Set(['agent']), branch: '', contents: shown, routed: new Set(['helper']) }
      let session = createSession()
      const view = new View(session.units, sight)
      const fold = new TrimFold(sizing, high, 0.6, 0)
      for (const [index, event] of events.entries()) {
        session = session.append(event)
        session.units
        if (!looks[index % (looks.length || 1)]) continue
        const cold = new View(createSession({ events: session.events }).units, sight)
        expect(fold.fold(view)).toBe(new TrimFold(sizing, high, 0.6, 0).fold(cold))
      }
    }),
    { numRuns: 1_000 },
  )
})

test('it trims at the limit, down to the low mark, and then not for a while', () => {
  let session = createSession()
  const fold = new TrimFold(sizing, 1_000, 0.6, 0)
  const starts: number[] = []
  for (let turn = 0; turn < 200; turn++) {
    // 18 tokens each: 55 of them are 990, and 33 are 594.
    session = session.append(
      { author: 'user', text: 'x'.repeat(40) },
      { author: 'agent', text: 'y'.repeat(40) },
    )
    starts.push(fold.fold(session.units))
    const { spans } = session.units.rows
    let kept = 0
    for (let index = 0; index < spans.length; index++)
      if (spans.unitOf(index) >= fold.start) kept += sizeOfSpan(spans, index, sizing)
    expect(kept).toBeLessThanOrEqual(1_000)
  }
  const moves = starts.filter((start, index) => index > 0 && start !== starts[index - 1]).length
  expect(moves).toBeGreaterThan(10)
  expect(moves).toBeLessThan(20)
})

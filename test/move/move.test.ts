// A session begun with one provider, continued with another and returned: calls, results, ids and files stay, and content that
// cannot move is named.
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { targetNames } from '../../src/core/ir/target-name.ts'
import { parameters } from '../laws/runs.ts'
import { complaintsOf } from './check.ts'
import { type Journey, journeys, type Stop, travel } from './journey.ts'
import { lossesOf } from './losses.ts'
import { pairs, type Station, stations } from './station.ts'

/** Sessions for each pair: 1,008 in all, or half of what the laws are given. */
const runs = Math.max(1, Math.round(parameters.numRuns / 2 / pairs.length))

/** Number of sessions with each diagnostic after the move to the other provider. */
const met: Record<string, Record<string, number>> = {}

/** Codes of the diagnostics of each kind of loss. */
const lost = new Map<string, Set<string>>()

function note(from: Station, to: Station, stop: Stop): void {
  met[`${from.name} -> ${to.name}`] ??= { sessions: 0 }
  const row = met[`${from.name} -> ${to.name}`] as Record<string, number>
  const codes = new Set(stop.result.diagnostics.map(({ code }) => code))
  for (const name of ['sessions', ...codes]) row[name] = (row[name] ?? 0) + 1
  for (const { what, exact } of lossesOf(stop)) {
    const known = lost.get(what) ?? new Set()
    lost.set(what, known)
    for (const code of exact) known.add(code)
  }
}

async function property(from: Station, to: Station, journey: Journey): Promise<void> {
  const travelled = await travel(from, to, journey)
  const found = await complaintsOf(travelled, journey)
  if (found.length > 0) throw new Error(found.join('\n'))
  note(from, to, travelled.stops[1] as Stop)
}

test('every target is a station', () => {
  expect(new Set(stations.map(({ target }) => target))).toEqual(new Set(targetNames))
})

describe('a session moves', () => {
  test.each(pairs.map(([from, to]) => [from.name, to.name, from, to] as const))(
    'from %s to %s and back',
    async (_, __, from, to) => {
      await fc.assert(
        fc.asyncProperty(journeys(from, to), journey => property(from, to, journey)),
        { ...parameters, numRuns: runs },
      )
    },
    3_600_000,
  )

  afterAll(() => {
    console.log(`moves: ${runs} sessions for each of ${pairs.length} pairs, seed ${parameters.seed}`)
    console.table(met)
    console.table(
      Object.fromEntries([...lost].map(([what, codes]) => [what, { codes: [...codes].sort().join(' ') }])),
    )
  })
})

// Decided differences between a program with ctxc and the same program without it.

import type { FakeTarget } from 'ctxc/testing'
import { expect } from 'vitest'
import { type Body, complaints, differences, uncounted } from './bodies.ts'

/** A difference that was decided: what of the plain body is otherwise, and why. */
export interface Decision {
  readonly reason: string
  /** The part of a program's name that it is about. */
  readonly of: RegExp
  readonly change: (body: Body) => unknown
}

/** Requests of one run of a program, and the error that ended it. */
export interface Run {
  readonly bodies: readonly Body[]
  readonly error: string | null
}

/** Requests by how they compare. */
export interface Tally {
  same: number
  repaired: number
  decided: number
}

/**
 * Compares a program's requests value by value. Each is the same, or legal where the plain one is not, or differs by a
 * decision and by nothing else; and whatever is accepted without ctxc is accepted with it.
 */
export function expectSame(
  name: string,
  judge: FakeTarget,
  model: string,
  plain: Run,
  mine: Run,
  decisions: readonly Decision[],
  tally: Tally,
): void {
  expect(mine.error, name).toBe(plain.error)
  expect(mine.bodies.length, name).toBe(plain.bodies.length)
  const before = uncounted(plain.bodies)
  const after = uncounted(mine.bodies)
  for (const [at, body] of before.entries()) {
    const sent = after[at] as Body
    const told = `${name}, request ${at}`
    const refused = complaints(judge, model, body)
    if (refused.length === 0) expect(complaints(judge, model, sent), told).toEqual([])
    const decided = decisions.filter(({ of }) => of.test(name))
    const changed = decided.reduce((given, { change }) => change(given) as Body, body)
    if (differences(body, sent).length === 0) tally.same++
    else if (decided.length > 0 && differences(changed, sent).length === 0) tally.decided++
    else {
      expect(refused, `${told}: ${JSON.stringify(differences(changed, sent))}`).not.toEqual([])
      const left = complaints(judge, model, sent)
      expect(left.length, told).toBeLessThan(refused.length)
      expect(refused, told).toEqual(expect.arrayContaining(left))
      tally.repaired++
    }
  }
}

/** Programs that run in `npm test`: every one of `step`, so that each kind comes up; all of them by `CTXC_BATTERY=all`. */
export const chosen = <Program>(programs: readonly Program[], step: number): readonly Program[] =>
  process.env.CTXC_BATTERY === 'all' ? programs : programs.filter((_, at) => at % step === 0)

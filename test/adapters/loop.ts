import { expect } from 'vitest'
import type { Compiled } from '../../src/index.ts'

/** A call of a loop: what was sent, and what was said of it. */
export interface Sent {
  readonly messages: readonly unknown[]
  readonly compiled: Compiled
}

const began = ({ compiled }: Sent): boolean => compiled.diagnostics.every(({ code }) => code !== 'CX5001')

/** Calls that do not begin with all that the call before sent. */
export const parted = (calls: readonly Sent[]): number[] =>
  calls.flatMap(({ messages }, at) => {
    const before = calls[at - 1]?.messages ?? []
    const same = before.every((message, place) => JSON.stringify(message) === JSON.stringify(messages[place]))
    return same ? [] : [at]
  })

/**
 * Checks the calls of a loop. Each call begins with the call before it, unless a trim was decided and reported. Each call is
 * within the budget. A late call costs no more than an early one.
 */
export function expectSteady(calls: readonly Sent[], budget: number): void {
  const told = calls.flatMap((sent, at) => (began(sent) ? [] : [at]))
  expect(parted(calls)).toEqual(told)
  expect(told.length).toBeGreaterThan(2)
  expect(told.length).toBeLessThan(calls.length / 3)
  for (const { compiled } of calls) expect(compiled.tokens.max).toBeLessThanOrEqual(budget)
  for (const at of told)
    expect(
      calls[at]?.compiled.diagnostics.find(({ code }) => code === 'CX5001')?.data.decisions,
    ).toMatchObject([{ kind: 'trim', why: 'high-water' }])
  const steady = calls.slice(1).filter(began)
  const most = (some: readonly Sent[], of: 'charsCounted' | 'unitsVisited'): number =>
    Math.max(...some.map(({ compiled }) => compiled.work[of]))
  const half = Math.floor(steady.length / 2)
  expect(most(steady.slice(half), 'unitsVisited')).toBeLessThanOrEqual(
    most(steady.slice(0, half), 'unitsVisited'),
  )
  // Numbers of steps grow a digit.
  expect(most(steady.slice(half), 'charsCounted')).toBeLessThanOrEqual(
    most(steady.slice(0, half), 'charsCounted') + 16,
  )
}

import { expect, test } from 'vitest'
import { S } from '../../index.ts'
import type { StateStep } from '../state/step.ts'
import { makersOf, mayHaveMade } from './step-event.ts'

test("an event may be a step's if it changes nothing else, whatever the order of its keys", () => {
  const step = S.set({ trip: { to: 'Rome', days: 2 } })
  expect(mayHaveMade(step, { set: { trip: { days: 2, to: 'Rome' } } })).toBe(true)
  expect(mayHaveMade(step, { set: { trip: { days: 3, to: 'Rome' } } })).toBe(false)
  expect(mayHaveMade(step, { set: { other: 1 } })).toBe(false)
  expect(mayHaveMade(S.rename({ a: 'b' }), { set: { b: 1 }, delete: ['a'] })).toBe(true)
  expect(mayHaveMade(S.pick('a'), { delete: ['b'] })).toBe(true)
  expect(mayHaveMade(S.pick('a'), { delete: ['a'] })).toBe(false)
  expect(mayHaveMade(S.drop('a'), {})).toBe(true)
})

test('steps that may have made a change are found, in their order, by a key that they set', () => {
  const steps = [S.rename({ a: 'b' }), S.set({ b: 1, c: 2 }), S.drop('a'), S.merge(['a', 'c'], 'b')]
  const makers = makersOf(steps as StateStep[])
  for (const delta of [
    { set: { b: 1 }, delete: ['a'] },
    { set: { b: 1 } },
    { set: { b: 1, c: 2 } },
    { set: { z: 1 } },
    { delete: ['a'] },
    {},
  ])
    expect(makers(delta)).toEqual(steps.filter(step => mayHaveMade(step as StateStep, delta)))
})

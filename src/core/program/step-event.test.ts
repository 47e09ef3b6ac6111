import { expect, test } from 'vitest'
import { S } from '../../index.ts'
import type { StateStep } from '../state/step.ts'
import { makersOf, mayBeOf } from './step-event.ts'

test("an event may be a step's if it changes nothing else, whatever the order of its keys", () => {
  const step = S.set({ trip: { to: 'Rome', days: 2 } })
  expect(mayBeOf(step, { set: { trip: { days: 2, to: 'Rome' } } })).toBe(true)
  expect(mayBeOf(step, { set: { trip: { days: 3, to: 'Rome' } } })).toBe(false)
  expect(mayBeOf(step, { set: { other: 1 } })).toBe(false)
  expect(mayBeOf(S.rename({ a: 'b' }), { set: { b: 1 }, delete: ['a'] })).toBe(true)
  expect(mayBeOf(S.pick('a'), { delete: ['b'] })).toBe(true)
  expect(mayBeOf(S.pick('a'), { delete: ['a'] })).toBe(false)
  expect(mayBeOf(S.drop('a'), {})).toBe(true)
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
    expect(makers(delta)).toEqual(steps.filter(step => mayBeOf(step as StateStep, delta)))
})

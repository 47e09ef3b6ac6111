import { expect, test } from 'vitest'
import { S } from '../index.ts'
import { mayBeOf } from './step-event.ts'

test('a change is a step’s where it touches nothing else, whatever order a store gave its keys', () => {
  const step = S.set({ trip: { to: 'Rome', days: 2 } })
  expect(mayBeOf(step, { set: { trip: { days: 2, to: 'Rome' } } })).toBe(true)
  expect(mayBeOf(step, { set: { trip: { days: 3, to: 'Rome' } } })).toBe(false)
  expect(mayBeOf(step, { set: { other: 1 } })).toBe(false)
  expect(mayBeOf(S.rename({ a: 'b' }), { set: { b: 1 }, delete: ['a'] })).toBe(true)
  expect(mayBeOf(S.pick('a'), { delete: ['b'] })).toBe(true)
  expect(mayBeOf(S.pick('a'), { delete: ['a'] })).toBe(false)
  expect(mayBeOf(S.drop('a'), {})).toBe(true)
})

import { expect, test } from 'vitest'
import type { JsonValue } from '../ir/json.ts'
import { stateOf } from '../session/state.ts'
import * as S from './index.ts'
import type { StateStep } from './step.ts'

const said = (step: StateStep, state = {}): string[] => {
  const { ok, delta, diagnostics } = step.run(stateOf(state), { lastUserText: null })
  expect([ok, Object.keys(delta.set), delta.delete]).toEqual([false, [], []])
  return diagnostics.map(({ code, data }) => `${code} ${data.function ?? data.guard}: ${data.why ?? ''}`)
}
const give = (value: unknown): StateStep => S.compute({ a: () => value as JsonValue })
const circle: unknown[] = []
circle.push(circle)

test.each([
  [undefined, 'is undefined'],
  [() => 1, 'is a function'],
  [1n, 'is a bigint'],
  [Symbol('s'), 'is a symbol'],
  [Number.POSITIVE_INFINITY, 'is Infinity'],
  [new Date(0), 'is an instance of Date'],
  [new Map(), 'is an instance of Map'],
  [{ list: [{ n: Number.NaN }] }, 'holds at .list[0].n NaN'],
  // biome-ignore lint/suspicious/noSparseArray: a hole is no value
  [[1, , 2], 'holds at [1] undefined'],
  [circle, 'is nested too deeply, or contains itself'],
  [Promise.resolve(1), 'is a promise'],
  // biome-ignore lint/suspicious/noThenProperty: whatever can be waited for
  [{ then: () => {} }, 'is a promise'],
])('%s cannot be held by a state', (value, why) => {
  expect(said(give(value))).toEqual([`CX9104 the function of S.compute for 'a': ${why}`])
})

test('a value that cannot be read makes no step throw', () => {
  const trap = {
    // biome-ignore lint/suspicious/noThenProperty: a trap for any code that reads it
    get then(): never {
      throw new Error('trap')
    },
  }
  expect(said(give(trap))).toEqual(["CX9103 the function of S.compute for 'a': trap"])
  const later = Object.defineProperty({ b: 1 }, 'c', {
    enumerable: true,
    get: () => {
      throw null
    },
  })
  expect(said(give(later))[0]).toMatch('CX9104')
})

test('any thrown value is reported, in short', () => {
  const thrower = (thrown: unknown): StateStep =>
    S.guard(() => {
      throw thrown
    }, 'so')
  expect(said(thrower(new RangeError('no')))).toEqual(['CX9103 the predicate of S.guard: no'])
  expect(said(thrower('word'))).toEqual(['CX9103 the predicate of S.guard: word'])
  expect(said(thrower(Object.create(null)))[0]).toMatch('something that has no words')
  expect(said(thrower(new Error('x'.repeat(1e6))))[0]?.length).toBeLessThan(300)
})

test('an invalid value is reported in short, however long its names are', () => {
  expect(said(give({ ['x'.repeat(1e6)]: undefined, ['y'.repeat(1e6)]: 1n }))[0]?.length).toBeLessThan(300)
})

test('a rejected promise is handled', async () => {
  const late = Promise.reject(new Error('late'))
  expect(said(give(late))[0]).toMatch('is a promise')
  const guard = S.guard((async () => Promise.reject(new Error('late'))) as never, 'so')
  expect(said(guard)[0]).toMatch('CX9104 the predicate of S.guard: is a promise')
  // An unhandled rejection would reach the process now.
  await new Promise(resolve => setTimeout(resolve, 1))
})

test('a state cannot be changed in place, in any way or at any depth', () => {
  const state = { list: [1], object: { x: [1] }, a: 1 }
  const before = structuredClone(state)
  const ways: ((state: Record<string, unknown>) => unknown)[] = [
    all => Object.assign(all, { a: 2 }),
    all => Reflect.deleteProperty(all, 'a'),
    all => Object.defineProperty(all, 'a', { value: 2 }),
    all => Object.setPrototypeOf(all, {}),
    all => Object.freeze(all),
    all => (all.list as number[]).push(2),
    all => (all.object as { x: number[] }).x.pop(),
    all => delete (all.object as { x?: number[] }).x,
  ]
  for (const way of ways) expect(said(S.compute({ b: way as never }), state)[0]).toMatch('CX9103')
  expect(
    said(
      S.transform('list', list => (list as number[]).push(2)),
      state,
    )[0],
  ).toMatch('CX9103')
  const pushing = S.merge(['list'], 'b', { with: ([list]) => (list as number[]).push(2) })
  expect(said(pushing, state)[0]).toMatch('CX9103')
  expect(state).toEqual(before)
})

test('a value returned by a function is copied and frozen', () => {
  const kept: number[] = [1]
  const { delta } = S.compute({ a: () => kept, b: () => ({ c: undefined, d: -0 }) }).run(
    {},
    { lastUserText: null },
  )
  kept.push(2)
  expect(delta.set.a).toEqual([1])
  expect(Object.isFrozen(delta.set.a)).toBe(true)
  expect(JSON.stringify(delta.set.b)).toBe('{"d":0}')
  expect(Object.is((delta.set.b as { d: number }).d, 0)).toBe(true)
})

import { expect, test } from 'vitest'
import type { JsonObject } from '../ir/json.ts'
import { type State, stateOf, withDelta } from '../session/state.ts'
import * as S from './index.ts'
import type { StateStep, StepOutcome } from './step.ts'

const run = (step: StateStep, state: JsonObject = {}, lastUserText: string | null = 'hi'): StepOutcome =>
  step.run(stateOf(state), { lastUserText })
const after = (step: StateStep, state: JsonObject = {}): State =>
  withDelta(stateOf(state), run(step, state).delta)
const said = (step: StateStep, state: JsonObject = {}): string[] =>
  run(step, state).diagnostics.map(
    ({ code, data }) => `${code} ${data.guard ?? data.keys ?? data.function}: ${data.why ?? ''}`,
  )

test('pick keeps the named keys and all scoped keys', () => {
  const state = { a: 1, b: 2, 'user:c': 3, 'app:d': 4, 'temp:e': 5 }
  expect(run(S.pick('a', 'z'), state).delta).toEqual({ set: {}, delete: ['b'] })
  expect(run(S.pick('user:c'), state).delta.delete).toEqual(['a', 'b'])
})

test('drop removes the named keys, scoped ones too', () => {
  expect(run(S.drop('a', 'user:c', 'z'), { a: 1, b: 2, 'user:c': 3 }).delta).toEqual({
    set: {},
    delete: ['a', 'user:c'],
  })
})

test('rename works at once: the renamed value wins, and an absent key is skipped', () => {
  expect(after(S.rename({ a: 'b', b: 'a' }), { a: 1, b: 2 })).toEqual({ a: 2, b: 1 })
  expect(after(S.rename({ a: 'b', b: 'a' }), { a: 1 })).toEqual({ b: 1 })
  expect(after(S.rename({ a: 'b', b: 'c' }), { a: 1, b: 2 })).toEqual({ b: 1, c: 2 })
  expect(after(S.rename({ a: 'b' }), { a: 1, b: 2 })).toEqual({ b: 1 })
  expect(after(S.rename({ a: 'b' }), { b: 2 })).toEqual({ b: 2 })
  expect(after(S.rename({ a: 'a' }), { a: 1 })).toEqual({ a: 1 })
  expect(after(S.rename({ a: 'user:a' }), { a: 1 })).toEqual({ 'user:a': 1 })
})

test('defaults fill absent keys, and null counts as present', () => {
  expect(run(S.defaults({ a: 1, b: 2, c: 3 }), { a: 0, b: null }).delta).toEqual({
    set: { c: 3 },
    delete: [],
  })
})

test('merge joins texts as written and other values as JSON, and skips null and absent keys', () => {
  const state = { a: 'one', b: { n: 1 }, c: null, d: '' }
  expect(after(S.merge(['a', 'b', 'c', 'x'], 'all'), state).all).toBe('one\n{"n":1}')
  expect(after(S.merge(['b', 'a'], 'a', { separator: ', ' }), state).a).toBe('{"n":1}, one')
  expect(after(S.merge(['d', 'a'], 'all'), state).all).toBe('\none')
  expect(after(S.merge(['c'], 'all'), state).all).toBe('')
  expect(run(S.merge(['x', 'y'], 'a'), state).delta).toEqual({ set: {}, delete: [] })
  expect(after(S.merge(['a', 'c', 'x'], 'all', { with: values => values }), state).all).toEqual(['one', null])
})

test('transform changes a present value, and is not called for an absent one', () => {
  expect(
    after(
      S.transform('a', value => [value]),
      { a: null },
    ).a,
  ).toEqual([null])
  let calls = 0
  const counting = S.transform('a', value => {
    calls++
    return value
  })
  expect([run(counting).ok, calls]).toEqual([true, 0])
})

test('compute shows every function the state before the step, and all succeed or none', () => {
  const swap = S.compute({ a: state => state.b ?? null, b: state => state.a ?? null })
  expect(after(swap, { a: 1, b: 2 })).toEqual({ a: 2, b: 1 })
  const half = S.compute({ a: () => 1, b: () => Number.NaN })
  expect(run(half)).toMatchObject({ ok: false, delta: { set: {}, delete: [] } })
  expect(said(half)).toEqual(["CX9104 the function of S.compute for 'b': is NaN"])
})

test('compute knows which keys each function read', () => {
  const outcome = run(
    S.compute({
      named: ({ a }) => a ?? null,
      asked: state => 'b' in state,
      all: state => Object.keys(state).length,
      none: () => 1,
      absent: state => state.z ?? null,
    }),
    { a: 1, b: 2, c: 3 },
  )
  expect(outcome.origins.map(({ key, from }) => [key, ...from])).toEqual([
    ['named', 'a'],
    ['asked', 'b'],
    ['all', 'a', 'b', 'c'],
    ['none'],
    ['absent'],
  ])
  expect(outcome.reads).toEqual(['a', 'b', 'c'])
})

test('a state behaves like a plain object in a function', () => {
  const state = { a: 1, list: [1, { x: 2 }], toString: 'text' }
  expect(after(S.compute({ copy: all => ({ ...all }) }), state).copy).toEqual(state)
  expect(after(S.compute({ json: all => JSON.stringify(all) }), state).json).toBe(JSON.stringify(state))
  expect(after(S.compute({ self: all => all }), state).self).toEqual(state)
  expect(after(S.compute({ own: all => Object.hasOwn(all, 'a') && !('b' in all) }), state).own).toBe(true)
  expect(after(S.compute({ none: all => typeof all.valueOf }), state).none).toBe('undefined')
  expect(after(S.compute({ list: ({ list }) => Array.isArray(list) }), state).list).toBe(true)
})

test('set replaces any value', () => {
  const value = { list: [1] }
  const step = S.set({ a: value, b: null })
  value.list.push(2)
  expect(after(step, { a: 0 })).toEqual({ a: { list: [1] }, b: null })
})

test('guard fails with its message if its predicate is false', () => {
  const guard = S.guard(({ a }) => a === 1, 'a is one')
  expect(run(guard, { a: 1 })).toMatchObject({ ok: true, diagnostics: [], reads: ['a'] })
  expect(said(guard, { a: 2 })).toEqual(['CX9102 a is one: '])
})

test('log reports the state in a bounded size, and prints nothing', () => {
  expect(run(S.log('b', 'z'), { a: 1, b: 'text' }).diagnostics).toMatchObject([
    {
      code: 'CX9105',
      level: 'info',
      data: {
        label: 'S.log',
        values: [
          { key: 'b', json: '"text"' },
          { key: 'z', json: null },
        ],
        keys: 2,
      },
    },
  ])
  const [shown] = run(S.log({ label: 'now', keys: ['a'] }), { a: 'x'.repeat(1e6), b: 1 }).diagnostics
  expect(shown?.data).toMatchObject({ label: 'now', keys: 1 })
  expect(JSON.stringify(shown).length).toBeLessThan(1_000)
  const many = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`k${index}`.repeat(99), index]),
  )
  const [all] = run(S.log(), many).diagnostics
  expect(JSON.stringify(all).length).toBeLessThan(20_000)
  expect(all?.data).toMatchObject({ keys: 1_000 })
  expect(all?.notes).toHaveLength(21)
})

test('capture puts the last user message into a key, and fails without a message', () => {
  expect(run(S.capture('a')).delta.set).toEqual({ a: 'hi' })
  expect(run(S.capture('a')).origins).toEqual([{ key: 'a', from: [], user: true }])
  expect(run(S.capture('a'), {}, '').delta.set).toEqual({ a: '' })
  expect(run(S.capture('a'), {}, null)).toMatchObject({ ok: false, diagnostics: [{ code: 'CX9106' }] })
})

test('require accepts a key whose value is empty', () => {
  expect(run(S.require('a', 'b', 'c', 'd'), { a: 0, b: '', c: false, d: null }).ok).toBe(true)
  expect(said(S.require('a', 'b', 'c'), { b: 1 })).toEqual(['CX9101 a,c: '])
})

test('a pipe shows each step the one before, makes one delta, and a failure undoes all', () => {
  const steps = S.pipe(S.set({ a: 1 }), S.rename({ a: 'b' }), S.drop('c'), S.pipe(S.merge(['b', 'c'], 'd')))
  expect(run(steps, { c: 2 }).delta).toEqual({ set: { b: 1, d: '1' }, delete: ['c'] })
  expect(run(S.pipe(), { c: 2 })).toMatchObject({ ok: true, delta: { set: {}, delete: [] } })
  const failing = run(S.pipe(S.set({ a: 1 }), S.log('a'), S.require('b'), S.log('never')))
  expect(failing).toMatchObject({ ok: false, delta: { set: {}, delete: [] } })
  expect(failing.diagnostics.map(({ code }) => code)).toEqual(['CX9105', 'CX9101'])
})

test('pipe traces values back to the state before it', () => {
  const outcome = run(
    S.pipe(
      S.capture('said'),
      S.rename({ a: 'b' }),
      S.compute({ c: ({ b, said: words }) => `${b} ${words}` }),
      S.drop('said', 'b'),
    ),
    { a: 1 },
  )
  expect(outcome.origins).toEqual([{ key: 'c', from: ['a'], user: true }])
  expect(outcome.reads).toEqual(['a'])
})

test('a key that a pipe wrote itself is not read from the state before it', () => {
  expect(run(S.pipe(S.set({ a: 2 }), S.require('a', 'b'), S.log()), { a: 1, b: 1, c: 1 }).reads).toEqual([
    'b',
    'c',
  ])
})

test('functions see keys in the order of their names, however the state was made', () => {
  const listed = S.compute({ keys: state => Object.keys(state) })
  expect(after(S.pipe(S.set({ b: 1, a: 1 }), S.drop('b'), S.set({ b: 1 }), listed)).keys).toEqual(['a', 'b'])
  expect(after(S.pipe(S.set({ b: 1, a: 1 }), listed)).keys).toEqual(['a', 'b'])
})

test('__proto__ and constructor are ordinary keys', () => {
  const values = JSON.parse('{ "__proto__": 1, "constructor": 2 }') as JsonObject
  const state = after(S.set(values as Record<string, number>))
  expect(Object.entries(state)).toEqual([
    ['__proto__', 1],
    ['constructor', 2],
  ])
  expect(run(S.require('constructor', '__proto__', 'toString')).diagnostics[0]?.data.keys).toEqual([
    'constructor',
    '__proto__',
    'toString',
  ])
  expect(Object.entries(after(S.rename({ constructor: 'x', toString: 'y' }), state))).toEqual([
    ['__proto__', 1],
    ['x', 2],
  ])
  expect(Object.entries(after(S.pick('__proto__'), state))).toEqual([['__proto__', 1]])
  const nested = after(S.compute({ a: all => ({ ...all }) }), state).a as object
  expect(Object.keys(nested)).toEqual(['__proto__', 'constructor'])
})

test('nested pipes run and are written as one list, however deep', () => {
  const deep = Array.from({ length: 20_000 }).reduce<StateStep>(
    step => S.pipe(step as never) as never,
    S.pipe(S.set({ a: 1 }), S.rename({ a: 'b' })) as never,
  )
  expect({ ...after(deep) }).toEqual({ b: 1 })
  expect(deep.data).toEqual({
    kind: 'S.pipe',
    steps: [
      { kind: 'S.set', values: { a: 1 } },
      { kind: 'S.rename', names: { a: 'b' } },
    ],
  })
  expect(S.pipe(S.pipe(S.drop('a')), S.pipe(S.require('k')) as never).flow).toHaveLength(2)
})

import { expect, expectTypeOf, test, vi } from 'vitest'
import { createSession, restoreSession, S } from '../../index.ts'
import { applyStep, type StateStep } from '../../state.ts'
import type { JsonObject, JsonValue } from '../ir/json.ts'

// Each of these defects was found in another library of state transforms. None may be possible here.

const after = (state: JsonObject, ...steps: readonly StateStep[]): JsonObject => {
  let session = createSession({ state, events: [{ author: 'user', text: 'hi' }] })
  for (const step of steps) {
    const applied = applyStep(session, step)
    expect(applied.outcome.diagnostics.filter(({ level }) => level === 'error')).toEqual([])
    session = applied.session
  }
  return session.state
}

test('a chain keeps the effect of every step, not of the last alone', () => {
  expect(after({}, S.pipe(S.set({ a: 1 }), S.set({ b: 2 })))).toEqual({ a: 1, b: 2 })
  const chain = [S.pick('f'), S.rename({ f: 'input' }), S.defaults({ confidence: 0.5 })]
  const expected = { input: 'x', confidence: 0.5 }
  expect(after({ f: 'x', other: 1 }, S.pipe(...chain))).toEqual(expected)
  expect(after({ f: 'x', other: 1 }, ...chain)).toEqual(expected)
})

test('composing a replacement and a change loses neither', () => {
  expect(after({ a: 1, b: 2 }, S.pipe(S.set({ c: 3 }), S.pick('a', 'c')))).toEqual({ a: 1, c: 3 })
  expect(after({ a: 1, b: 2 }, S.pipe(S.pick('a'), S.set({ c: 3 })))).toEqual({ a: 1, c: 3 })
})

test('composing brings no dropped key back', () => {
  expect(after({ a: 1 }, S.pipe(S.drop('a'), S.set({ b: 1 })))).toEqual({ b: 1 })
})

test('a dropped key is absent: defaults fill it, merge skips it, transform is not called', () => {
  const dropped = after({ a: 1, y: 'y' }, S.drop('a'))
  expect('a' in dropped).toBe(false)
  expect(after({ a: 1 }, S.drop('a'), S.defaults({ a: 2 }))).toEqual({ a: 2 })
  expect(after({ a: 1, y: 'y' }, S.drop('a'), S.merge(['a', 'y'], 'z')).z).toBe('y')
  expect(
    after(
      { a: 1 },
      S.drop('a'),
      S.transform('a', value => Number(value) + 1),
    ),
  ).toEqual({})
})

test('no step writes into the state that it gets', () => {
  const state: JsonObject = { a: [1], b: 2 }
  const session = createSession({ state })
  applyStep(session, S.pipe(S.drop('b'), S.set({ a: 1 }), S.rename({ a: 'c' })))
  expect(session.state).toEqual({ a: [1], b: 2 })
  expect(state).toEqual({ a: [1], b: 2 })
})

test('a change of a step is an event, and survives storage', () => {
  const { session } = applyStep(createSession({ state: { a: 1 } }), S.drop('a'))
  expect(session.events.map(({ actions }) => actions)).toEqual([{ state: { set: {}, delete: ['a'] } }])
  expect(restoreSession(JSON.parse(JSON.stringify(session))).state).toEqual({})
})

test('pick and drop leave scoped keys alone', () => {
  const state = { a: 1, b: 2, 'user:x': 3, 'app:y': 4 }
  expect(Object.keys(after(state, S.pick('a')))).toEqual(['a', 'user:x', 'app:y'])
  expect(Object.keys(after(state, S.drop('a', 'x')))).toEqual(['b', 'user:x', 'app:y'])
})

test('the order of keys in a rename does not matter', () => {
  const state = { a: 1, b: 2, c: 3 }
  expect(after(state, S.rename({ a: 'b', b: 'c' }))).toEqual(after(state, S.rename({ b: 'c', a: 'b' })))
  expect(() => S.rename({ a: 'c', b: 'c' })).toThrow(TypeError)
})

test('merge makes text, and its function gets a list of the values present', () => {
  expect(after({ a: 'x', b: 'y' }, S.merge(['a', 'b', 'c'], 'all')).all).toBe('x\ny')
  const seen: unknown[] = []
  const join = (values: readonly JsonValue[]): number => seen.push(values)
  after({ a: 'x', b: 'y' }, S.merge(['b', 'c', 'a'], 'all', { with: join }))
  expect(seen).toEqual([['y', 'x']])
})

test('transform of an absent key calls nothing and writes nothing', () => {
  const seen = vi.fn(() => 1)
  expect(after({}, S.transform('a', seen))).toEqual({})
  expect(seen).not.toHaveBeenCalled()
})

test('require accepts 0, an empty text, false and null as present', () => {
  expect(after({ a: 0, b: '', c: false, d: null }, S.require('a', 'b', 'c', 'd'))).toBeDefined()
})

test("capture stores the user's message", () => {
  expect(after({}, S.capture('request'))).toEqual({ request: 'hi' })
})

test('a predicate that throws is an error, not false', () => {
  const { outcome } = applyStep(
    createSession(),
    S.guard(state => (state.a as string[]).length > 0, 'a has something'),
  )
  expect(outcome.diagnostics.map(({ code }) => code)).toEqual(['CX9103'])
})

test('a step that fails throws nothing, stops its pipe and changes nothing', () => {
  const session = createSession({ state: { a: 1 } })
  const { session: same, outcome } = applyStep(session, S.pipe(S.drop('a'), S.require('b'), S.set({ c: 1 })))
  expect([same, outcome.ok]).toEqual([session, false])
})

test('a log prints nothing', () => {
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map(name => vi.spyOn(console, name))
  after({ a: 1 }, S.log('a'))
  for (const spy of spies) {
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  }
})

test('composing keeps the known reads and writes, as data and as types', () => {
  const step = S.pipe(S.capture('q'), S.require('q', 'intent'), S.drop('q'))
  expect(step.flow.map(({ kind, by }) => `${by} ${kind}`)).toEqual([
    'capture write',
    'require read',
    'require read',
    'drop remove',
  ])
  expectTypeOf(step).toEqualTypeOf<StateStep<'intent', never, 'q'>>()
})

test('defaults read nothing: no earlier step has to write what they fill', () => {
  const step = S.defaults({ feedback: '' })
  expect(step.flow.some(({ kind }) => kind.startsWith('read'))).toBe(false)
  expectTypeOf(step).toEqualTypeOf<StateStep<never, 'feedback', never>>()
})

test('drop, pick and rename declare which keys are gone', () => {
  expect(S.drop('a').flow).toEqual([{ kind: 'remove', by: 'drop', key: 'a' }])
  expect(S.pick('a').flow).toEqual([{ kind: 'keep-only', by: 'pick', keys: ['a'] }])
  expect(S.rename({ a: 'b' }).flow).toEqual([
    { kind: 'rename', by: 'rename', pairs: [{ from: 'a', to: 'b' }] },
  ])
})

test('parallel steps run one after the other, each on a state and never on a delta', () => {
  const fused = S.pipe(S.pipe(S.set({ a: 1 })), S.pipe(S.drop('b')), S.compute({ c: state => 'b' in state }))
  expect(after({ b: 1 }, fused)).toEqual({ a: 1, c: false })
})

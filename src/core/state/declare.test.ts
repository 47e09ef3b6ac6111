import { expect, test } from 'vitest'
import { S } from '../../index.ts'

const bad = S as unknown as Record<string, (...given: unknown[]) => unknown>

test.each([
  ['pick', ['']],
  ['pick', []],
  ['pick', [['a']]],
  ['drop', [1]],
  ['drop', ['session:a']],
  ['drop', ['user:']],
  ['drop', [':a']],
  ['require', [undefined]],
  ['rename', [['a']]],
  ['rename', [null]],
  ['rename', [{ a: 1 }]],
  ['rename', [{ a: '' }]],
  ['rename', [{ '': 'a' }]],
  ['rename', [{ a: 'c', b: 'c' }]],
  ['defaults', [{ a: undefined }]],
  ['defaults', ['a']],
  ['set', [{ a: new Date(0) }]],
  ['set', [{ a: { b: [1, () => 1] } }]],
  ['set', [{ 'other:a': 1 }]],
  ['merge', ['a', 'b']],
  ['merge', [[], 'b']],
  ['merge', [['a'], '']],
  ['merge', [['a'], 'b', { separator: 1 }]],
  ['merge', [['a'], 'b', { with: 'join' }]],
  ['merge', [['a'], 'b', { separator: '', with: () => 1 }]],
  ['transform', ['a', 'b']],
  ['transform', ['', () => 1]],
  ['compute', [{ a: 1 }]],
  ['guard', [true, 'so']],
  ['guard', [() => true]],
  ['log', [{ label: 1 }]],
  ['log', [1]],
  ['log', [{ keys: 'a' }]],
  ['capture', []],
  ['pipe', [{ kind: 'agent' }]],
  ['pipe', [null]],
])('S.%s(%j) is a TypeError that names the step', (name, given) => {
  const declare = () => bad[name]?.(...given)
  expect(declare).toThrow(TypeError)
  expect(declare).toThrow(`S.${name}`)
})

test('the error names the mistake', () => {
  expect(() => S.rename({ a: 'c', b: 'c' })).toThrow("S.rename gives two keys the name 'c'")
  expect(() => S.set({ a: { b: [Number.NaN] } })).toThrow('S.set.a holds at .b[0] NaN')
  expect(() => S.drop('turn:a')).toThrow(
    "S.drop.keys[0] is not a key of the state: 'turn:a' has a scope other than app:, user:, temp:",
  )
})

test('a step that changes nothing can be declared, because lists are often generated', () => {
  const none: string[] = []
  for (const step of [
    S.drop(...none),
    S.require(...none),
    S.rename({}),
    S.set({}),
    S.compute({}),
    S.defaults({}),
  ])
    expect(step.run({ a: 1 }, { lastUserText: null })).toMatchObject({
      ok: true,
      delta: { set: {}, delete: [] },
    })
})

test('a step is plain and frozen, and so is its flow', () => {
  const step = S.pipe(S.pick('a'), S.rename({ a: 'b' }), S.merge(['b'], 'c'), S.drop('b'), S.capture('d'))
  expect(Object.isFrozen(step)).toBe(true)
  expect(JSON.parse(JSON.stringify(step.flow))).toEqual(step.flow)
  expect(step.flow).toEqual([
    { kind: 'keep-only', by: 'pick', keys: ['a'] },
    { kind: 'rename', by: 'rename', pairs: [{ from: 'a', to: 'b' }] },
    { kind: 'read', by: 'merge', key: 'b', need: 'may' },
    { kind: 'write', by: 'merge', key: 'c', when: { anyOf: ['b'] }, origin: { kind: 'keys', keys: ['b'] } },
    { kind: 'remove', by: 'drop', key: 'b' },
    { kind: 'write', by: 'capture', key: 'd', when: 'always', origin: { kind: 'user' } },
  ])
})

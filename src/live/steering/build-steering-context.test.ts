// Tests of seed document 004, and every edge case in its list (scenarios 1 to 12).
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSteeringContext } from './build-steering-context.ts'
import { when, withContext, withState } from './modifier.ts'

test('state_append_builds_context (1)', () => {
  const parts = buildSteeringContext({ mood: 'calm', 'app:score': 0.85 }, [withState(['mood', 'app:score'])])
  expect(parts).toHaveLength(1)
  expect(parts[0]).toContain('mood=')
  expect(parts[0]).toContain('score=')
  expect(parts).toEqual(['Current context: mood="calm", score=0.85'])
})

test('conditional_appends_when_true (2)', () => {
  const modifiers = [when(state => state.urgent === true, 'Handle with urgency.')]
  expect(buildSteeringContext({ urgent: true }, modifiers)).toEqual(['Handle with urgency.'])
})

test('conditional_skips_when_false (3)', () => {
  const modifiers = [when(state => state.urgent === true, 'Handle with urgency.')]
  expect(buildSteeringContext({}, modifiers)).toEqual([])
})

test('one string for each modifier with something to say, in their order (4, 6, 10)', () => {
  const modifiers = [
    withContext(() => 'b'),
    withState(['missing']),
    withContext(() => ''),
    when(() => true, ''),
    withState(['z', 'a']),
    withContext(() => 'b'),
  ]
  expect(buildSteeringContext({ a: 1, z: 2 }, modifiers)).toEqual(['b', '', 'Current context: z=2, a=1', 'b'])
})

test('null is shown, and values are JSON (5, 11)', () => {
  const state = { n: null, s: 'a "b"', t: true, o: { x: [1] }, u: '\u2028\ud800é' }
  expect(buildSteeringContext(state, [withState(['n', 's', 't', 'o', 'u'])])).toEqual([
    `Current context: n=null, s="a \\"b\\"", t=true, o={"x":[1]}, u=${JSON.stringify(state.u)}`,
  ])
})

test('a missing key is read as its derived key (7)', () => {
  expect(buildSteeringContext({ 'derived:total': 3 }, [withState(['total'])])).toEqual([
    'Current context: total=3',
  ])
  expect(buildSteeringContext({ total: 1, 'derived:total': 3 }, [withState(['total'])])).toEqual([
    'Current context: total=1',
  ])
})

test('only own keys of the state are read (8)', () => {
  expect(buildSteeringContext({}, [withState(['__proto__', 'toString', 'constructor'])])).toEqual([])
})

test('a name loses exactly one scope (9)', () => {
  const keys = ['user:mood', 'app:mood', 'derived:session:x', 'temp:y', 'turn:z', 'session:derived:w']
  const state = Object.fromEntries(keys.map((key, index) => [key, index]))
  expect(buildSteeringContext(state, [withState(keys)])).toEqual([
    'Current context: mood=0, mood=1, session:x=2, temp:y=3, turn:z=4, derived:w=5',
  ])
})

test('a function that throws says nothing', () => {
  const thrower = () => {
    throw new Error('no')
  }
  const nested = when(state => (state.user as unknown as { vip: boolean }).vip, 'VIP.')
  expect(buildSteeringContext({}, [when(thrower, 'x'), withContext(thrower), nested])).toEqual([])
})

test('any state and keys give one line of JSON values', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.string()), (state, keys) => {
      const known = Object.keys(state)
      const parts = buildSteeringContext(state as never, [withState([...known, ...keys])])
      expect(parts.length).toBe(known.length > 0 || keys.some(key => Object.hasOwn(state, key)) ? 1 : 0)
    }),
  )
})

import { type JsonValue, S } from 'ctxc'
import type { StateStep } from 'ctxc/state'
import fc from 'fast-check'

/** Few, so that steps meet; of every kind. */
export const universe = ['a', 'b', 'c', 'd', '__proto__', 'constructor', 'user:a', 'app:b', 'temp:c'] as const

/** Behaviour of a function in a step. */
export type Behaviour = 'list' | 'count' | 'throw' | 'promise' | 'undefined' | 'change'

/** A step as plain data, so that a model can do it too. */
export type Spec =
  | { readonly op: 'pick' | 'drop' | 'require' | 'log'; readonly keys: readonly string[] }
  | { readonly op: 'rename'; readonly pairs: readonly (readonly [string, string])[] }
  | { readonly op: 'defaults' | 'set'; readonly values: readonly (readonly [string, JsonValue])[] }
  | { readonly op: 'merge'; readonly keys: readonly string[]; readonly into: string; readonly join: Join }
  | { readonly op: 'transform'; readonly key: string; readonly behaviour: Behaviour }
  | { readonly op: 'compute'; readonly functions: readonly (readonly [string, Formula])[] }
  | { readonly op: 'guard'; readonly key: string; readonly behaviour: 'there' | 'throw' | 'promise' }
  | { readonly op: 'capture'; readonly key: string }
  | { readonly op: 'pipe'; readonly steps: readonly Spec[] }

type Join = { readonly separator?: string } | { readonly behaviour: Behaviour }

/** A function of some keys, or of all. */
export interface Formula {
  readonly keys: readonly string[] | 'all'
  readonly behaviour: Behaviour
}

/** Applies a behaviour to values; the steps and the model use the same functions. */
export function behave(behaviour: Behaviour, values: readonly (JsonValue | undefined)[]): JsonValue {
  if (behaviour === 'throw') throw new Error('no')
  if (behaviour === 'promise') return Promise.reject(new Error('late')) as never
  if (behaviour === 'undefined') return undefined as never
  if (behaviour === 'count') return values.length
  if (behaviour === 'change') {
    for (const value of values) if (Array.isArray(value)) (value as JsonValue[]).push('changed')
  }
  return values.map(value => value ?? null)
}

export const fails = (behaviour: Behaviour, values: readonly (JsonValue | undefined)[]): boolean =>
  behaviour === 'throw' ||
  behaviour === 'promise' ||
  behaviour === 'undefined' ||
  (behaviour === 'change' && values.some(Array.isArray))

const asObject = <Value>(pairs: readonly (readonly [string, Value])[]): Record<string, Value> =>
  Object.fromEntries(pairs)

export function toStep(spec: Spec): StateStep {
  switch (spec.op) {
    case 'pick':
      return S.pick(...spec.keys)
    case 'drop':
      return S.drop(...spec.keys)
    case 'require':
      return S.require(...spec.keys)
    case 'log':
      return S.log(...spec.keys)
    case 'rename':
      return S.rename(asObject(spec.pairs))
    case 'defaults':
      return S.defaults(asObject(spec.values))
    case 'set':
      return S.set(asObject(spec.values))
    case 'capture':
      return S.capture(spec.key)
    case 'merge': {
      const { join } = spec
      return 'behaviour' in join
        ? S.merge(spec.keys, spec.into, { with: values => behave(join.behaviour, values) })
        : S.merge(spec.keys, spec.into, join)
    }
    case 'transform':
      return S.transform(spec.key, value => behave(spec.behaviour, [value]))
    case 'guard':
      return S.guard(state => {
        if (spec.behaviour === 'there') return spec.key in state
        return behave(spec.behaviour, []) as unknown as boolean
      }, 'the key is there')
    case 'compute':
      return S.compute(
        asObject(
          spec.functions.map(([key, { keys, behaviour }]) => [
            key,
            state => behave(behaviour, keys === 'all' ? Object.values(state) : keys.map(name => state[name])),
          ]),
        ),
      )
    case 'pipe':
      return S.pipe(...spec.steps.map(toStep))
  }
}

const key = fc.constantFrom(...universe)
const keys = (minLength = 0) => fc.uniqueArray(key, { minLength, maxLength: 4 })
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>('', 'text', 0, 7, false, null, [], ['x', 1], { y: ['z'] }),
  fc.jsonValue({ maxDepth: 2 }).map(json => JSON.parse(JSON.stringify(json)) as JsonValue),
)
const pairsOf = <Value>(item: fc.Arbitrary<Value>) =>
  fc.uniqueArray(fc.tuple(key, item), { maxLength: 4, selector: ([name]) => name })
// Mostly right, or most pipes fail.
const behaviour = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom<Behaviour>('list', 'count') },
  { weight: 1, arbitrary: fc.constantFrom<Behaviour>('throw', 'promise', 'undefined', 'change') },
)
const formula = fc.record({
  keys: fc.oneof({ weight: 4, arbitrary: keys() }, { weight: 1, arbitrary: fc.constant('all' as const) }),
  behaviour,
})

const simple: fc.Arbitrary<Spec> = fc.oneof(
  fc.record({ op: fc.constant('pick' as const), keys: keys(1) }),
  fc.record({ op: fc.constantFrom('drop' as const, 'log' as const), keys: keys() }),
  fc.record({ op: fc.constant('require' as const), keys: keys().map(all => all.slice(0, 1)) }),
  fc.record({
    op: fc.constant('rename' as const),
    pairs: fc
      .tuple(keys(), fc.shuffledSubarray([...universe], { minLength: 4 }))
      .map(([from, to]) => from.map((name, index) => [name, to[index] as string] as const)),
  }),
  fc.record({ op: fc.constantFrom('defaults' as const, 'set' as const), values: pairsOf(value) }),
  fc.record({
    op: fc.constant('merge' as const),
    keys: keys(1),
    into: key,
    join: fc.oneof(
      fc.constantFrom<Join>({}, { separator: ', ' }),
      fc.record({ behaviour }) as fc.Arbitrary<Join>,
    ),
  }),
  fc.record({ op: fc.constant('transform' as const), key, behaviour }),
  fc.record({ op: fc.constant('compute' as const), functions: pairsOf(formula) }),
  fc.record({
    op: fc.constant('guard' as const),
    key,
    behaviour: fc.constantFrom('there' as const, 'there' as const, 'throw' as const, 'promise' as const),
  }),
  fc.record({ op: fc.constant('capture' as const), key }),
)

/** Any step, pipes of pipes too. */
export const someSpec: fc.Arbitrary<Spec> = fc.letrec<{ spec: Spec }>(tie => ({
  spec: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 5, arbitrary: simple },
    {
      weight: 1,
      arbitrary: fc.record({
        op: fc.constant('pipe' as const),
        steps: fc.array(tie('spec'), { maxLength: 4 }),
      }),
    },
  ),
})).spec

/** Any state of keys that the steps know. */
export const someState: fc.Arbitrary<Record<string, JsonValue>> = pairsOf(value).map(asObject)

export const someText: fc.Arbitrary<string | null> = fc.option(fc.string(), { freq: 5 })

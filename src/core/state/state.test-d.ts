// Checked by tsc alone. The keys that each step reads, writes, removes and keeps follow from its arguments.
import { S } from 'ctxc'
import type { StateStep } from 'ctxc/state'
import { expectTypeOf } from 'vitest'
import type { ScopedKey } from './key.ts'

declare const strings: string[]

expectTypeOf(S.pick('a', 'b')).toEqualTypeOf<StateStep<never, never, never, 'a' | 'b' | ScopedKey>>()
expectTypeOf(S.drop('a', 'user:b')).toEqualTypeOf<StateStep<never, never, 'a' | 'user:b'>>()
expectTypeOf(S.rename({ a: 'b' })).toEqualTypeOf<StateStep<'a', 'b', 'a'>>()
expectTypeOf(S.rename({ a: 'b', b: 'a', c: 'd' })).toEqualTypeOf<
  StateStep<'a' | 'b' | 'c', 'a' | 'b' | 'd', 'c'>
>()
expectTypeOf(S.defaults({ a: 1, b: null })).toEqualTypeOf<StateStep<never, 'a' | 'b', never>>()
expectTypeOf(S.set({ a: [1, { b: 'c' }] })).toEqualTypeOf<StateStep<never, 'a', never>>()
expectTypeOf(S.merge(['a', 'b'], 'c')).toEqualTypeOf<StateStep<never, 'c', never>>()
expectTypeOf(S.transform('a', value => value)).toEqualTypeOf<StateStep<never, never, never>>()
expectTypeOf(S.compute({ a: state => state.b ?? null })).toEqualTypeOf<StateStep<never, 'a', never>>()
expectTypeOf(S.guard(state => 'a' in state, 'a is there')).toEqualTypeOf<StateStep<never, never, never>>()
expectTypeOf(S.log('a')).toEqualTypeOf<StateStep<never, never, never>>()
expectTypeOf(S.log({ label: 'after', keys: ['a'] })).toEqualTypeOf<StateStep<never, never, never>>()
expectTypeOf(S.capture('a')).toEqualTypeOf<StateStep<never, 'a', never>>()
expectTypeOf(S.require('a', 'b')).toEqualTypeOf<StateStep<'a' | 'b', never, never>>()

// A key that one step writes is no outside read of a later step.
expectTypeOf(S.pipe()).toEqualTypeOf<StateStep<never, never, never>>()
expectTypeOf(S.pipe(S.capture('a'), S.require('a', 'b'))).toEqualTypeOf<StateStep<'b', 'a', never>>()
expectTypeOf(S.pipe(S.require('a'), S.set({ a: 1 }))).toEqualTypeOf<StateStep<'a', 'a', never>>()
expectTypeOf(S.pipe(S.rename({ a: 'b' }), S.rename({ b: 'c' }))).toEqualTypeOf<
  StateStep<'a', 'c', 'a' | 'b'>
>()
expectTypeOf(S.pipe(S.drop('a'), S.set({ a: 1 }))).toEqualTypeOf<StateStep<never, 'a', never>>()
expectTypeOf(S.pipe(S.set({ a: 1, b: 2 }), S.pick('a', 'c'))).toEqualTypeOf<
  StateStep<never, 'a', never, 'a' | 'c' | ScopedKey>
>()
expectTypeOf(S.pipe(S.set({ 'user:a': 1 }), S.pick('c'), S.pick('c', 'd'))).toEqualTypeOf<
  StateStep<never, 'user:a', never, 'c' | ScopedKey>
>()
expectTypeOf(S.pipe(S.pick('f'), S.rename({ f: 'input' }), S.defaults({ confidence: 0.5 }))).toEqualTypeOf<
  StateStep<'f', 'input' | 'confidence', 'f', 'f' | ScopedKey>
>()
expectTypeOf(S.pipe(S.pipe(S.set({ a: 1 })), S.require('a'))).toEqualTypeOf<StateStep<never, 'a', never>>()

// A step cannot read a key that an earlier step removed; the message explains it.
// @ts-expect-error reads 'a', which an earlier step of the pipe removed
S.pipe(S.drop('a'), S.require('a'))
// @ts-expect-error
S.pipe(S.rename({ a: 'b' }), S.require('a'))
// @ts-expect-error
S.pipe(S.pick('a'), S.require('b'))
S.pipe(S.pick('a'), S.require('app:b'))
S.pipe(S.drop('a'), S.defaults({ a: 1 }), S.require('a'))

// Keys that are not known at compile time are never an error.
S.pipe(S.drop(...strings), S.require('a'))
S.pipe(S.pick(...strings), S.require('a'))
S.pipe(S.pick('a'), S.require(...strings))
expectTypeOf(S.pipe(S.set({ a: 1 }), S.drop(...strings), S.require('a'))).toEqualTypeOf<
  StateStep<never, 'a', never>
>()
declare const steps: StateStep[]
expectTypeOf(S.pipe(...steps)).toEqualTypeOf<StateStep>()

// Any step is assignable to `StateStep`.
const any: StateStep[] = [S.pick('a'), S.rename({ a: 'b' }), S.pipe(S.set({ a: 1 }))]
expectTypeOf(any[0]).toEqualTypeOf<StateStep | undefined>()

// @ts-expect-error steps do not wait
S.compute({ a: async () => 1 })
// @ts-expect-error
S.transform('a', async value => value)
// @ts-expect-error
S.guard(async () => true, 'it is so')
// @ts-expect-error a date is no JSON
S.set({ a: new Date() })
// @ts-expect-error
S.merge(['a'], 'b', { separator: ' ', with: values => values.length })
// @ts-expect-error
S.pipe({ name: 'agent' })

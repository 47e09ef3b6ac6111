import fc from 'fast-check'
import { expect, test } from 'vitest'
import { S } from '../../index.ts'
import { agent } from '../agent/declare.ts'
import { tool } from '../agent/tool.ts'
import { Path } from '../form/path.ts'
import { fallback } from './fallback.ts'
import { inferOutputKeys } from './infer-output.ts'
import { loop } from './loop.ts'
import { mapOver } from './map-over.ts'
import type { Member, Pipeline } from './member.ts'
import { parallel } from './parallel.ts'
import { pipeline } from './pipeline.ts'
import { readMember } from './read-member.ts'
import { route } from './route.ts'
import { tap } from './tap.ts'
import type { Context, MemberInput } from './types/fit.ts'

const open = agent({ name: 'open' })
const other = agent({ name: 'other' })
const reader = agent({ name: 'reader', instruction: '{a}' })
const both = agent({ name: 'both', instruction: '{a} {b}' })
const writer = agent({ name: 'writer', outputKey: 'b' })
const outputs = (member: Member) =>
  Object.fromEntries([...inferOutputKeys(member).inferred].map(({ name, outputKey }) => [name, outputKey]))
const inferred = <const Members extends readonly MemberInput[]>(...members: Members | Context<Members>) =>
  outputs(readMember({ kind: 'pipeline', members }, Path.named('test')))

test('an answer right before the only reader of a missing key gets that key', () => {
  expect(inferred(open, reader)).toEqual({ open: 'a' })
  expect(inferred(writer, open, both)).toEqual({ open: 'a' })
  expect(inferred(open, pipeline(reader, other))).toEqual({ open: 'a' })
  expect(inferred(open, parallel(reader, pipeline(writer, both)))).toEqual({ open: 'a' })
  expect(inferred(open, fallback(reader, other))).toEqual({ open: 'a' })
  expect(inferred(open, S.rename({ a: 'c' }))).toEqual({ open: 'a' })
  expect(inferred(open, mapOver({ key: 'list', item: 'a', into: 'b' }, reader))).toEqual({ open: 'list' })
  expect(inferred(open, agent({ name: 'root', subAgents: [reader] }))).toEqual({ open: 'a' })
  expect(inferred(open, agent({ name: 'till', tools: [tool({ name: 'pay', reads: ['cart'] })] }))).toEqual({
    open: 'cart',
  })
  expect(inferred(open, reader, other, agent({ name: 'last', instruction: '{a} {c}' }))).toEqual({
    open: 'a',
    other: 'c',
  })
  expect(outputs(loop({ max: 2 }, open, reader))).toEqual({ open: 'a' })
})

test("an answer right before a route gets the route's key, whatever its branches read", () => {
  expect(inferred(open, route('intent').is('x', both))).toEqual({ open: 'intent' })
  expect(inferred(S.set({ intent: 'x' }), open, route('intent').is('x', reader))).toEqual({ open: 'a' })
})

test('a tap in between does not matter (F)', () => {
  const look = tap(() => {})
  expect(inferred(open, look, look, reader)).toEqual({ open: 'a' })
})

test('the next member gives the key, however pipelines are nested and whatever stands in between', () => {
  const steps = [S.log(), S.set({ x: 1 }), S.capture('u'), S.pick('a'), S.transform('a', String), S.drop('y')]
  for (const step of steps) expect(inferred(open, step, reader)).toEqual({ open: 'a' })
  expect(inferred(pipeline(open), reader)).toEqual({ open: 'a' })
  expect(inferred(loop({ max: 2 }, writer, open), reader)).toEqual({ open: 'a' })
  const ways = route('user:x').is('y', open).otherwise(pipeline(writer, other))
  expect(inferred(ways, reader)).toEqual({ open: 'a', other: 'a' })
  expect(inferred(fallback(open, pipeline(writer, other)), S.log(), reader)).toEqual({
    open: 'a',
    other: 'a',
  })
  // An answer with a key in between is the last one.
  expect(inferred(open, writer, both)).toEqual({})
  expect(inferred(open, pipeline(writer, both))).toEqual({})
  // The reader takes the answer, and a reader of two keys leaves it in doubt.
  const taker = agent({ name: 'taker', instruction: '{a}', outputKey: 'k' })
  expect(inferred(open, taker, agent({ name: 'c', instruction: '{c}' }))).toEqual({ open: 'a' })
  expect(inferred(open, agent({ name: 'two', instruction: '{a} {c}', outputKey: 'k' }), reader)).toEqual({})
})

test('an answer that only some members give gets no key', () => {
  expect(inferred(fallback(open, writer), reader)).toEqual({})
  expect(inferred(route('user:x').is('y', open), reader)).toEqual({})
  expect(inferred(parallel(open, other), reader)).toEqual({})
  expect(inferred(mapOver({ key: 'user:l', into: 'l' }, open), reader)).toEqual({})
})

const members = fc.array(
  fc.constantFrom<Member>(
    open,
    other,
    reader,
    both,
    writer,
    S.log(),
    S.set({ x: 1 }),
    S.drop('a'),
    S.pick('a', 'b'),
    S.rename({ b: 'a' }),
    S.transform('a', String),
    tap(() => {}),
    fallback(open, other),
    fallback(writer, other),
    loop({ max: 2 }, reader, agent({ name: 'last' })),
    agent({ name: 'c', instruction: '{c}', outputKey: 'd' }),
    route('user:x').is('y', open).otherwise(reader),
    parallel(open, writer),
  ),
  { minLength: 1, maxLength: 7 },
)

test('a pipeline is associative: any nesting of its members gives the same keys', () => {
  fc.assert(
    fc.property(members, fc.infiniteStream(fc.nat(6)), (flat, choices) => {
      let nested: readonly Member[] = flat
      for (let round = 0; round < 3; round++) {
        const from = choices.next().value % nested.length
        const to = from + 1 + (choices.next().value % (nested.length - from))
        const inner: Member = { kind: 'pipeline', members: nested.slice(from, to) }
        nested = [...nested.slice(0, from), inner, ...nested.slice(to)]
      }
      expect(outputs({ kind: 'pipeline', members: nested })).toEqual(
        outputs({ kind: 'pipeline', members: flat }),
      )
    }),
    { numRuns: Number(process.env.CTXC_LAW_RUNS ?? 400) },
  )
})

test('an ambiguous answer gets no key', () => {
  expect(inferred(open, both)).toEqual({})
  expect(inferred(writer, agent({ name: 'b', instruction: '{b}' }))).toEqual({})
  expect(inferred(open, agent({ name: 'o', instruction: '{a?} {user:b}' }))).toEqual({})
  expect(inferred(S.set({ a: 1 }), open, reader)).toEqual({})
  expect(inferred(S.drop('a'), open, reader)).toEqual({})
  expect(inferred(S.pick('b'), open, reader)).toEqual({})
  expect(inferred(open, agent({ name: 'e', instruction: '{a}', expects: ['a'] }))).toEqual({})
  expect(inferred(open, agent({ name: 'f', instruction: () => '{a}' }))).toEqual({})
  expect(outputs(loop({ max: 2 }, open, reader, S.set({ a: 1 })))).toEqual({})
  expect(outputs(open)).toEqual({})
  // One agent that would get two keys.
  expect(inferred(open, reader, open, agent({ name: 'c', instruction: '{c}' }))).toEqual({})
})

test('keys left by a step, a branch or a route are known', () => {
  const a = agent({ name: 'writesA', outputKey: 'a' })
  expect(inferred(parallel(a, writer), open, both)).toEqual({})
  expect(inferred(fallback(a, writer), open, reader)).toEqual({ open: 'a' })
  expect(inferred(fallback(a, pipeline(writer, a)), open, reader)).toEqual({})
  expect(
    inferred(a, route('a').is('x', S.set({ c: 1 })), open, agent({ name: 'c', instruction: '{c}' })),
  ).toEqual({
    open: 'c',
  })
  expect(inferred(a, route('a').is('x', writer).otherwise(writer), open, both)).toEqual({})
  expect(inferred(S.set({ c: 1 }), S.rename({ c: 'a' }), open, reader)).toEqual({})
  // A removed key is not a missing one, so the answer does not get it.
  expect(inferred(a, parallel(S.drop('a'), other), open, reader)).toEqual({})
})

test('deeply nested pipelines are inferred in finite time', () => {
  let member: Member = agent({ name: 'last', instruction: '{k}' })
  for (let level = 0; level < 150; level++) {
    const asks = agent({ name: `r${level}`, instruction: `{p${level}}` })
    member = { kind: 'pipeline', members: [asks, agent({ name: `o${level}` }), member] }
  }
  expect(Object.keys(outputs(member)).length).toBeGreaterThan(0)
})

test('an agent has the key at every place, and no other agent is changed', () => {
  const ways = route('user:x').is('y', open).otherwise(other)
  const program = pipeline(open, reader, parallel(open, writer), ways)
  const { member } = inferOutputKeys(program)
  const keyed = { name: 'open', outputKey: 'a' }
  expect(member).toEqual({
    ...program,
    members: [keyed, reader, parallel(keyed, writer), { ...ways, ways: [{ is: 'y', member: keyed }] }],
  })
  expect(isPipeline(member) && member.members[1]).toBe(reader)
  expect(open).toEqual({ name: 'open' })
  // A second reading returns the same object.
  expect(readMember(member, Path.named('test'))).toBe(member)
  expect(inferOutputKeys(member).member).toBe(member)
})

const isPipeline = (member: Member): member is Pipeline => 'kind' in member && member.kind === 'pipeline'

import { expect, test } from 'vitest'
import { S } from '../../index.ts'
import { agent } from '../agent/declare.ts'
import { Path } from '../form/path.ts'
import { fallback } from './fallback.ts'
import { inferOutputKeys } from './infer-output.ts'
import { loop } from './loop.ts'
import { mapOver } from './map-over.ts'
import type { Member } from './member.ts'
import { parallel } from './parallel.ts'
import { readMember } from './read-member.ts'
import { route } from './route.ts'
import { answersReachingAgents } from './routes.ts'
import type { Context, MemberInput } from './types/fit.ts'

const a = agent({ name: 'a', outputKey: 'x' })
const b = agent({ name: 'b', outputKey: 'z' })
const open = agent({ name: 'open' })
const reads = (key: string) => agent({ name: 'r', instruction: `{${key}}` })

/** Returns the agents whose answers reach the reader `r` through the state. */
const routed = <const Members extends readonly MemberInput[]>(...members: Members | Context<Members>) => {
  const { member } = inferOutputKeys(readMember({ kind: 'pipeline', members }, Path.named('test')))
  return [...(answersReachingAgents(member).get('r')?.keys() ?? [])].sort()
}

test('answers reach a reader of their key', () => {
  expect(routed(a, open, b, reads('x'))).toEqual(['a'])
  expect(routed(a, b, agent({ name: 'r', instruction: '{x?} {z.w|none}' }))).toEqual(['a', 'b'])
  // An inferred key counts like a declared one.
  expect(routed(open, reads('k'))).toEqual(['open'])
  expect(routed(a, agent({ name: 'r', globalInstruction: '{x}' }))).toEqual(['a'])
  expect(routed(a, b, reads('y'))).toEqual([])
  expect(routed(agent({ name: 'r', instruction: '{x}', outputKey: 'x' }))).toEqual([])
})

test('answers reach a reader renamed, merged, transformed or collected', () => {
  expect(routed(a, S.rename({ x: 'y' }), reads('y'))).toEqual(['a'])
  expect(routed(a, S.rename({ x: 'y' }), S.rename({ y: 'w' }), reads('w'))).toEqual(['a'])
  expect(routed(a, b, S.rename({ x: 'z', z: 'x' }), reads('z'))).toEqual(['a'])
  expect(
    routed(a, b, S.merge(['x', 'z'], 'all', { with: (...given) => given.join() }), reads('all')),
  ).toEqual(['a', 'b'])
  expect(routed(a, S.transform('x', String), reads('x'))).toEqual(['a'])
  expect(routed(S.set({ list: [1] }), mapOver({ key: 'list', into: 'all' }, open), reads('all'))).toEqual([
    'open',
  ])
  expect(
    routed(
      S.set({ list: [1] }),
      mapOver(
        { key: 'list', into: 'all' },
        readMember({ kind: 'pipeline', members: [a, open] }, Path.named('test')),
      ),
      reads('all'),
    ),
  ).toEqual(['open'])
})

test('answers reach the reader of an item of their list', () => {
  expect(routed(a, mapOver({ key: 'x', item: 'one', into: 'all' }, reads('one')))).toEqual(['a'])
})

test('values that replace answers carry none of their words', () => {
  expect(routed(a, S.set({ x: 'fixed' }), reads('x'))).toEqual([])
  expect(routed(a, S.drop('x'), S.defaults({ x: '' }), reads('x'))).toEqual([])
  expect(routed(a, S.pick('k'), S.defaults({ x: '' }), reads('x'))).toEqual([])
  expect(routed(a, S.defaults({ x: '' }), reads('x'))).toEqual(['a'])
  expect(routed(a, S.rename({ x: 'y' }), S.set({ x: 1 }), reads('x'))).toEqual([])
})

test('answers reach a reader in a later round', () => {
  const steps = [S.rename({ y: 'z' }), S.rename({ x: 'y' })]
  expect(routed(loop({ max: 5 }, agent({ name: 'r', instruction: '{z?}' }), ...steps, a))).toEqual(['a'])
  // Walking each loop twice would double the work with every level.
  let member: Member = { kind: 'pipeline', members: [reads('k0'), a] }
  for (let level = 0; level < 60; level++) {
    const writer = agent({ name: `w${level}`, outputKey: `k${level}` })
    member = { kind: 'loop', members: [member, writer], until: null, max: 2 }
  }
  expect(answersReachingAgents(inferOutputKeys(member).member).get('r')).toEqual(
    new Map([['w0', new Set(['k0'])]]),
  )
})

test('answers reach a reader through every kind of group', () => {
  const otherA = agent({ name: 'otherA', outputKey: 'x' })
  expect(routed(parallel(a, b), reads('x'))).toEqual(['a'])
  expect(routed(fallback(a, otherA), reads('x'))).toEqual(['a', 'otherA'])
  expect(routed(b, route('z').is('q', a).otherwise(otherA), reads('x'))).toEqual(['a', 'otherA'])
  // In the next round, and in the next turn.
  const early = agent({ name: 'r', instruction: '{x?}' })
  expect(routed(loop({ max: 2 }, early, a))).toEqual(['a'])
  expect(routed(early, a)).toEqual(['a'])
  expect(routed(agent({ name: 'root', subAgents: [a, reads('x')], outputKey: 'w' }))).toEqual(['a'])
})

import { expect, test } from 'vitest'
import { S } from '../../index.ts'
import { agent } from '../agent/declare.ts'
import { fallback } from './fallback.ts'
import { loop } from './loop.ts'
import { mapOver } from './map-over.ts'
import type { Member } from './member.ts'
import { parallel } from './parallel.ts'
import { pipeline } from './pipeline.ts'
import { route } from './route.ts'
import { tap } from './tap.ts'
import { conditionsOfMember, membersAtAnyDepth, rootsOf, stepsOf, type Visitor, visit, walk } from './walk.ts'

const [a, b, c, d] = [
  agent({ name: 'a' }),
  agent({ name: 'b' }),
  agent({ name: 'c.d' }),
  agent({ name: 'd' }),
]
const isDone = (): boolean => true
const step = S.set({ k: 1 })
const app = pipeline(
  a,
  step,
  tap(() => {}),
  parallel(b, c, pipeline(a, d)) as never,
  route('user:k')
    .is('x', loop({ max: 2, until: isDone }, b))
    .when(isDone, a)
    .otherwise(fallback(a, d)),
  mapOver({ key: 'user:k', into: 'all' }, b),
) as Member

test('a walk gives each member with its path and branch, groups first', () => {
  expect(walk(app).map(({ path, branch }) => `${path.join('.')}${branch && ` on ${branch}`}`)).toEqual([
    '',
    'members.0',
    'members.1',
    'members.2',
    'members.3',
    'members.3.members.0 on b',
    // Dots separate the names in a branch, so the place names the branch of an agent whose name has a dot.
    'members.3.members.1 on m3-1',
    'members.3.members.2 on m3-2',
    'members.3.members.2.members.0 on m3-2',
    'members.3.members.2.members.1 on m3-2',
    'members.4',
    'members.4.ways.0.member',
    'members.4.ways.0.member.members.0',
    'members.4.ways.1.member',
    'members.4.other',
    'members.4.other.members.0',
    'members.4.other.members.1',
    'members.5',
    'members.5.member on b',
  ])
})

test('a path leads to its member in the declaration', () => {
  for (const { member, path } of walk(app))
    expect(path.reduce<unknown>((node, at) => (node as Record<string, unknown>)[at], app)).toBe(member)
})

test('agents and steps of a program are found in every group', () => {
  expect(membersAtAnyDepth(app)).toEqual(walk(app).map(({ member }) => member))
  expect([...rootsOf(app)]).toEqual([a, b, c, d])
  expect(stepsOf(app)).toEqual([step])
})

test('decisions are the conditions of one member, with their paths', () => {
  const found = walk(app).flatMap(({ member, path }) =>
    conditionsOfMember(member).map(decision => [...path, ...decision.path].join('.')),
  )
  expect(found).toEqual(['members.4.ways.1.when', 'members.4.ways.0.member.until'])
})

test('a visitor that leaves out a kind of member is a type error', () => {
  const names = { agent: () => 'an agent', state: () => 'a step', tap: () => 'a tap' }
  // @ts-expect-error groups are missing
  const visitor: Visitor<string> = names
  expect(visit(visitor, a)).toBe('an agent')
})

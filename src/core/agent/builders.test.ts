import { expect, test } from 'vitest'
import { compile, createSession, S } from '../../index.ts'
import { fallback } from '../program/fallback.ts'
import { loop } from '../program/loop.ts'
import { mapOver } from '../program/map-over.ts'
import type { Member } from '../program/member.ts'
import { parallel } from '../program/parallel.ts'
import { pipeline } from '../program/pipeline.ts'
import { route } from '../program/route.ts'
import { tap } from '../program/tap.ts'
import { agent } from './declare.ts'

const a = agent({ name: 'a' })
const b = agent({ name: 'b' })
const look = () => {}
// Untyped builders, for arguments that the types refuse.
const untyped = { pipeline, parallel, fallback, loop, mapOver, route, tap } as any

test('each builder gives its node, frozen', () => {
  const step = S.set({ x: 1 })
  const until = () => true
  const nodes: readonly [Member, object][] = [
    [pipeline(a, step), { kind: 'pipeline', members: [a, step] }],
    [parallel(a, b), { kind: 'parallel', members: [a, b] }],
    [fallback(a, b), { kind: 'fallback', members: [a, b] }],
    [loop({ until, max: 2 }, a), { kind: 'loop', until, max: 2, members: [a] }],
    [loop({ max: 2 }, a), { kind: 'loop', until: null, max: 2, members: [a] }],
    [mapOver({ key: 'k', into: 'i' }, a), { kind: 'mapOver', key: 'k', item: 'item', into: 'i', member: a }],
    [route('k').is(1, a).otherwise(b), { kind: 'route', key: 'k', ways: [{ is: 1, member: a }], other: b }],
    [tap(look), { kind: 'tap', look }],
  ]
  for (const [node, plain] of nodes) {
    expect(node).toEqual(plain)
    expect(Object.isFrozen(node)).toBe(true)
  }
  expect(Object.isFrozen(pipeline(a).members)).toBe(true)
})

test('nested members are kept unchanged', () => {
  const inner = loop({ max: 2 }, parallel(a, fallback(b, pipeline(a))))
  expect(pipeline(inner, b).members[0]).toBe(inner)
  expect(pipeline(a).members[0]).toBe(a)
})

test('a route keeps its branches when another is added', () => {
  const plain = route('k')
  const one = plain.is('x', a)
  const two = one.when(() => true, b)
  const closed = one.otherwise(b)
  expect([plain.ways.length, one.ways.length, two.ways.length]).toEqual([0, 1, 2])
  expect([one.other, closed.other]).toEqual([null, b])
  const value = { list: [1] }
  const held = route('k').is(value, a)
  value.list.push(2)
  expect(held.ways[0]).toMatchObject({ is: { list: [1] } })
  for (const each of [plain, one, two, closed]) expect(pipeline(a, each).members[1]).toBe(each)
})

test('groups read agents and groups given as plain data', () => {
  const plain = {
    kind: 'parallel',
    members: [
      { name: 'c', tools: [{ name: 't' }] },
      { kind: 'tap', look },
    ],
  }
  const app = untyped.pipeline({ name: 'd' }, plain)
  expect(app.members[0]).toEqual({ name: 'd' })
  expect(Object.isFrozen(app.members[1].members[0])).toBe(true)
})

test('a plain agent at two places is one agent', () => {
  const plain = { name: 'c' }
  const app = untyped.pipeline(plain, { kind: 'parallel', members: [plain] })
  expect(app.members[1].members[0]).toBe(app.members[0])
})

test.each([
  [() => untyped.pipeline(), 'pipeline has no members'],
  [() => untyped.pipeline(a, 5), 'pipeline.members[1] must be a member, got 5: give'],
  [() => untyped.parallel(null), 'parallel.members[0] must be a member'],
  [() => untyped.parallel(a, { kind: 'race' }), 'parallel.members[1].kind must be a kind of member'],
  [() => untyped.parallel(a, { kind: 'constructor' }), 'parallel.members[1].kind must be a kind of member'],
  [() => untyped.fallback(a, { name: 5 }), 'fallback.members[1].name must be a string'],
  [() => untyped.fallback({ name: 'x', instuction: '' }), "fallback.members[0] has no 'instuction'"],
  [
    () => untyped.pipeline(parallel(a), { kind: 'loop', max: 0, members: [a] }),
    'pipeline.members[1].max must be a whole',
  ],
  [() => untyped.pipeline({ kind: 'parallel', members: a }), 'pipeline.members[0].members must be a list'],
  [() => untyped.loop({ max: 0 }, a), 'loop.max must be a whole number above 0'],
  [() => untyped.loop({ max: 1.5 }, a), 'loop.max must be'],
  [() => untyped.loop({}, a), 'loop.max is missing: give a whole number'],
  [() => untyped.loop({ max: 2, until: true }, a), 'loop.until must be a function'],
  [() => untyped.loop({ mx: 2 }, a), "loop has no option 'mx': did you mean 'max'?"],
  [() => untyped.loop(a), 'the first argument of loop must be its options'],
  [() => untyped.loop(), 'the first argument of loop must be its options'],
  [() => untyped.pipeline([a]), 'pipeline.members[0] must be a member, got a list: pass its elements'],
  [() => untyped.loop({ max: 2 }), 'loop has no members'],
  [
    () => untyped.mapOver({ key: '', into: 'i' }, a),
    'mapOver.key is not a key of the state: a key is a string',
  ],
  [() => untyped.mapOver({ key: 'k' }, a), 'mapOver.into is missing'],
  [() => untyped.mapOver({ key: 'k', into: 'i' }), 'mapOver.member is missing'],
  [() => untyped.route(''), 'route.key is not a key of the state: a key is a string'],
  [() => untyped.route('k').is(() => 1, a), 'route.ways[0].is is a function'],
  [() => untyped.route('k').is(1, 5), 'route.ways[0].member must be a member'],
  [() => untyped.route('k').is(1, a).when(true, a), 'route.ways[1].when must be a function'],
  [() => untyped.route('k').otherwise(5), 'route.other must be a member'],
  [
    () => untyped.pipeline({ kind: 'route', key: 'k', ways: [{ member: a }] }),
    'pipeline.members[0].ways[0] must have either',
  ],
  [() => untyped.tap(5), 'tap.look must be a function'],
  [
    () => untyped.pipeline({ name: 'a', budget: '16k' }),
    "pipeline.members[0].budget must be a whole number of tokens, got '16k'",
  ],
  [
    () => untyped.pipeline({ name: 'a', generateConfig: { temperature: 'hot' } }),
    "generateConfig.temperature must be a finite number, got 'hot'",
  ],
  [
    () => untyped.pipeline({ name: 'a', instruction: { module: './a.js', exprt: 'b' } }),
    "instruction has no 'exprt': did you mean 'export'?",
  ],
  [
    () => untyped.pipeline({ kind: 'S.drop', keys: ['odd:k'] }),
    'pipeline.members[0].keys[0] is not a key of the state',
  ],
  [() => untyped.pipeline({ members: [a] }), 'pipeline.members[0].kind is missing'],
])('%s is a TypeError that names the place', (declare, message) => {
  expect(declare).toThrow(TypeError)
  expect(declare).toThrow(message)
})

test('a program is compiled for the agent asked for, else for the one that is next', async () => {
  const classifier = agent({ name: 'classifier', instruction: 'Classify.', outputKey: 'intent' })
  const booker = agent({ name: 'booker', instruction: 'Book: {intent}' })
  const app = pipeline(classifier, route('intent').is('book', booker))
  const session = createSession({ state: { intent: 'book' }, events: [{ author: 'user', text: 'Hi' }] })
  const asked = await compile(app, session, { model: 'gpt-5.4', agent: 'booker' })
  expect(asked.ok && asked.request.instructions).toContain('Book: book')
  const due = await compile(app, session, { model: 'gpt-5.4' })
  expect(due.ok && due.request.instructions).toContain('Classify.')
})

test.each([
  ['prompt', 'instruction'],
  ['instructions', 'instruction'],
  ['response_format', 'outputSchema'],
  ['handoffs', 'subAgents'],
])('a field that other libraries call %s', (given, own) => {
  expect(() => pipeline({ name: 'a', [given]: 'x' } as never)).toThrow(
    `has no '${given}': did you mean '${own}'?`,
  )
})

test('a setting of the model as a field of an agent is answered with its place', () => {
  expect(() => pipeline({ name: 'a', temperature: 1 } as never)).toThrow(
    "has no 'temperature': put settings of the model into 'generateConfig'",
  )
})

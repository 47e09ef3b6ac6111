import { expect, test } from 'vitest'
import { createSession, type EventInput, nextSteps, S, type Session } from '../../../index.ts'
import { applyStep } from '../../../state.ts'
import { agent } from '../../agent/declare.ts'
import { agentFor } from '../agent-for.ts'
import { fallback } from '../fallback.ts'
import { loop } from '../loop.ts'
import { mapOver } from '../map-over.ts'
import type { Member } from '../member.ts'
import { parallel } from '../parallel.ts'
import { pipeline } from '../pipeline.ts'
import { readProgram } from '../read-program.ts'
import { route } from '../route.ts'
import { tap } from '../tap.ts'

const [a, b, c, d] = [agent({ name: 'a' }), agent({ name: 'b' }), agent({ name: 'c' }), agent({ name: 'd' })]
const user: EventInput = { author: 'user', text: 'Hi' }
const says = (author: string): EventInput => ({ author, text: `I am ${author}` })
const calls = (author: string): EventInput => ({
  author,
  parts: [{ kind: 'tool-call', id: 'c1', name: 'f', arguments: {} }],
})

const nameOfNext = (program: Member, session: Session): string =>
  agentFor(readProgram(program), session, undefined).placed.agent.name

const due = (program: Member, spoken: readonly (string | EventInput)[], state = {}): string => {
  const events = [user, ...spoken.map(each => (typeof each === 'string' ? says(each) : each))]
  const session = createSession({ state, events })
  return nameOfNext(program, session)
}

/** Returns the agent that is next at the start and after each answer. */
const order = (program: Member, spoken: readonly string[], state = {}): string[] =>
  [...spoken, ''].map((_, count) => due(program, spoken.slice(0, count), state))

test('agents whose names are digits have their own branches, which are no items', () => {
  const [one, two] = [agent({ name: '1' }), agent({ name: '2' })]
  const app = mapOver({ key: 'list', into: 'out' }, parallel(one, two) as never)
  const from = (branch: string) => ({ author: branch.slice(-1), branch, text: 'done' })
  const session = createSession({
    state: { list: ['x'] },
    events: [{ author: 'user', text: 'Go' }, from('m0.1'), from('m0.2')],
  })
  const [collect] = nextSteps(app as never, session)
  const { session: collected } = applyStep(session, collect?.step as never)
  expect(collected.state.out).toEqual(['done'])
  expect(nextSteps(app as never, collected)).toEqual([{ kind: 'done', branch: '' }])
})

test('the first unfinished member of a pipeline is next', () => {
  expect(order(pipeline(a, b, c), ['a', 'b'])).toEqual(['a', 'b', 'c'])
  expect(due(pipeline(a, b), [calls('a')])).toBe('a')
  // All are done: the last agent continues.
  expect(due(pipeline(a, b), ['a', 'b'])).toBe('b')
})

test('a new turn begins with the first member', () => {
  expect(due(pipeline(a, b), ['a', 'b', user])).toBe('a')
  expect(due(pipeline(a, b), ['a', user, 'a'])).toBe('b')
})

test('steps and taps are skipped', () => {
  expect(
    order(
      pipeline(
        S.set({ x: 1 }),
        a,
        tap(() => {}),
        S.drop('x'),
        b,
      ),
      ['a'],
    ),
  ).toEqual(['a', 'b'])
})

test('nested groups run in order', () => {
  const app = pipeline(a, pipeline(b, parallel(c, pipeline(d, a))), b)
  expect(order(app, ['a', 'b', 'c', 'd', 'a'])).toEqual(['a', 'b', 'c', 'd', 'a', 'b'])
  expect(order(pipeline(fallback(a, b), c), ['a'])).toEqual(['a', 'c'])
  expect(due(parallel(a, b), ['b'])).toBe('a')
})

test('a loop repeats until its condition holds or its rounds are over', () => {
  const twice = pipeline(loop({ max: 2 }, a, b), c)
  expect(order(twice, ['a', 'b', 'a', 'b'])).toEqual(['a', 'b', 'a', 'b', 'c'])
  const until = pipeline(loop({ max: 9, until: state => state.done === true }, a), c)
  expect(order(until, ['a', 'a'])).toEqual(['a', 'a', 'a'])
  expect(order(until, ['a'], { done: true })).toEqual(['a', 'c'])
  const within = pipeline(loop({ max: 2 }, a, loop({ max: 2 }, b)), c)
  expect(order(within, ['a', 'b', 'b', 'a', 'b', 'b'])).toEqual(['a', 'b', 'b', 'a', 'b', 'b', 'c'])
  // No agent speaks in the loop.
  expect(due(pipeline(loop({ max: 1e9 }, S.set({ x: 1 })), a), [])).toBe('a')
})

test('a route takes the branch that matches the state', () => {
  const way = route('intent')
    .is('book', b)
    .is({ deep: [1] }, pipeline(c, d))
    .when(state => state.n === 1, d)
  const app = pipeline(a, way, c)
  expect(due(app, ['a'], { intent: 'book' })).toBe('b')
  expect(due(app, ['a'], { intent: { deep: [1] } })).toBe('c')
  expect(due(app, ['a', 'c'], { intent: { deep: [1] } })).toBe('d')
  expect(due(app, ['a'], { n: 1 })).toBe('d')
  expect(due(app, ['a'], { intent: 'none' })).toBe('c')
  expect(due(pipeline(a, way.otherwise(b)), ['a'], {})).toBe('b')
  expect(
    due(
      pipeline(
        a,
        route('x').when(() => {
          throw new Error('no')
        }, b),
        c,
      ),
      ['a'],
    ),
  ).toBe('c')
})

test('the target of a transfer within a tree is next', () => {
  const tree = agent({ name: 'root', subAgents: [a, b] })
  expect(due(pipeline(tree, c), ['a'])).toBe('c')
  expect(due(pipeline(tree, c), [calls('a')])).toBe('a')
  expect(due(pipeline(tree, c), [])).toBe('root')
})

test('a tree within a program begins at its root in each turn', () => {
  const tree = agent({ name: 'root', subAgents: [a, b] })
  expect(due(pipeline(tree, c), [calls('a'), 'a', 'c', user])).toBe('root')
  expect(due(tree, [calls('a'), 'a', user])).toBe('a')
})

test('a mapped member is next until it has answered', () => {
  expect(order(pipeline(a, mapOver({ key: 'list', into: 'out' }, b), c), ['a', 'b'], { list: [1] })).toEqual([
    'a',
    'b',
    'c',
  ])
})

test('a mapped member is next once for each item of the list', () => {
  const app = pipeline(mapOver({ key: 'list', into: 'out' }, pipeline(a, b)) as never, c)
  expect(order(app, ['a', 'b', 'a', 'b'], { list: [1, 2] })).toEqual(['a', 'b', 'a', 'b', 'c'])
  expect(order(app, ['a', 'a', 'b', 'b'], { list: [1, 2] })).toEqual(['a', 'b', 'b', 'b', 'c'])
  expect(order(app, [], { list: [] })).toEqual(['c'])
})

test('the first agent is next if no member has a turn', () => {
  expect(due(route('k').is(1, a), [])).toBe('a')
  expect(due(mapOver({ key: 'list', into: 'out' }, b), [], { list: [] })).toBe('b')
})

/** Returns an answer that sets a key. */
const leaves = (author: string, key: string, value: string): EventInput => ({
  author,
  text: value,
  actions: { state: { set: { [key]: value } } },
})

test('a loop condition sees the state that its last round left', () => {
  const until = { until: (state: Record<string, unknown>) => state.r === 'fine', max: 3 }
  const bad = ['a', leaves('b', 'r', 'bad')]
  const fine = ['a', leaves('b', 'r', 'fine')]
  expect(due(pipeline(loop(until, a, b), a, c), [...bad, ...fine])).toBe('a')
  expect(due(pipeline(loop(until, a, b), a, c), [...bad, ...fine, 'a'])).toBe('c')
  expect(due(pipeline(loop({ max: 2 }, a, b), a, c), ['a', 'b', 'a', 'b', 'a'])).toBe('c')
  const dropped = pipeline(loop(until, a, b), S.drop('r'), c)
  const events = [user, ...fine.map(each => (typeof each === 'string' ? says(each) : each))]
  const { session } = applyStep(createSession({ events }), S.drop('r'))
  expect(nameOfNext(dropped, session)).toBe('c')
  // A step that was rewound counts as not run.
  expect(nameOfNext(dropped, session.rewind(3))).toBe('c')
  expect(nameOfNext(dropped, session.rewind(2))).toBe('b')
})

test('a route sees the state at the time when it was reached', () => {
  const way = route('k').is('a', a)
  expect(due(pipeline(c, way.otherwise(b), d), [leaves('c', 'k', 'a'), leaves('a', 'k', 'z')])).toBe('d')
  expect(due(pipeline(c, way.is('b', b), d), [leaves('c', 'k', 'a'), leaves('a', 'k', 'b')])).toBe('d')
  const set = { author: 'developer', actions: { state: { set: { k: 'a' } } } }
  // A step before the route has run, and the app's own change counts too; a step after the route does not count.
  expect(due(pipeline(c, S.set({ k: 'a' }), way, d), ['c', set])).toBe('a')
  expect(due(pipeline(c, way, d), ['c', set])).toBe('a')
  expect(due(pipeline(c, way, S.set({ k: 'a' }), d), ['c', set])).toBe('d')
})

test('the first branch of a fallback is next until a later one has answered', () => {
  expect(order(pipeline(fallback(a, b), c), ['b', 'c'])).toEqual(['a', 'c', 'c'])
  expect(due(pipeline(fallback(pipeline(a, b), c), b), ['a', 'c'])).toBe('b')
  expect(due(pipeline(fallback(a, b), a, c), ['b'])).toBe('a')
  expect(due(pipeline(fallback(a, b), c), [calls('a'), 'b'])).toBe('c')
  // An answer of an agent after the fallback also means that the earlier member failed.
  expect(due(pipeline(fallback(pipeline(a, b), S.set({ x: 1 })), c, b), ['a', 'c'])).toBe('b')
  expect(due(pipeline(fallback(pipeline(a, b), S.set({ x: 1 })), c, b, d), ['a', 'c', 'b'])).toBe('d')
})

test('a branch of a fallback has failed once a later one has begun', () => {
  const app = fallback(parallel(a, b) as never, pipeline(c, d) as never) as Member
  expect(due(app, [calls('b')])).toBe('a')
  expect(due(app, [calls('b'), 'c'])).toBe('d')
  const rounds = pipeline(fallback(mapOver({ key: 'list', into: 'out' }, a) as never, b), c) as Member
  const onItem: EventInput = { author: 'a', branch: 'a.1', text: 'I am a' }
  expect(due(rounds, [onItem, 'b'], { list: [1, 2] })).toBe('c')
})

test('a program without agents is a TypeError', () => {
  expect(() => due(pipeline(S.set({ x: 1 })), [])).toThrow(TypeError)
  expect(() => due(pipeline(S.set({ x: 1 })), [])).toThrow(/^the program has no agent$/)
})

test('an agent that may not transfer back stays next until it has answered', () => {
  const billing = agent({ name: 'billing', allowTransfer: { parent: false, peers: false } })
  const desk = agent({ name: 'desk', subAgents: [billing] })
  const handed: EventInput[] = [
    {
      author: 'desk',
      parts: [
        { kind: 'tool-call', id: 't', name: 'transfer_to_agent', arguments: { agent_name: 'billing' } },
      ],
    },
    { author: 'tool', parts: [{ kind: 'tool-result', id: 't', content: [] }] },
  ]
  const called = calls('billing')
  const result: EventInput = { author: 'tool', parts: [{ kind: 'tool-result', id: 'c1', content: [] }] }
  expect(due(desk, handed)).toBe('billing')
  expect(due(desk, [...handed, called])).toBe('billing')
  expect(due(desk, [...handed, called, result])).toBe('billing')
  expect(due(desk, [...handed, called, result, 'billing'])).toBe('desk')
  expect(due(desk, [...handed, called, result, user])).toBe('desk')
})

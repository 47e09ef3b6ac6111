import { describe, expect, test, vi } from 'vitest'
import { type JsonValue, restoreSession, S, type Session } from '../../index.ts'
import { applyStep } from '../../state.ts'
import { agent } from '../agent/declare.ts'
import type { RunAction, RunDecision } from '../ir/run-action.ts'
import { agentFor } from './agent-for.ts'
import { fallback } from './fallback.ts'
import { loop } from './loop.ts'
import { mapOver } from './map-over.ts'
import type { Member } from './member.ts'
import { nextSteps } from './next-steps.ts'
import { parallel } from './parallel.ts'
import { pipeline } from './pipeline.ts'
import { readProgram } from './read-program.ts'
import { tap } from './tap.ts'

const [a, b, c] = [agent({ name: 'a' }), agent({ name: 'b' }), agent({ name: 'c' })]

type Stored = Readonly<Record<string, unknown>>

const user: Stored = { author: 'user', text: 'Hi' }
const asked: Stored = { ...user, actions: { run: { asked: { runId: 'r1' } } } }
const mark = (run: RunAction): Stored => ({ author: 'developer', actions: { run } })
const says = (author: string, more: Stored = {}): Stored => ({ author, text: `I am ${author}`, ...more })
const part = (id: string, more: Stored = {}): Stored => ({
  kind: 'tool-call',
  id,
  name: 'f',
  arguments: {},
  ...more,
})
const calls = (author: string, ...ids: string[]): Stored => ({ author, parts: ids.map(id => part(id)) })
const result = (id: string, branch = ''): Stored => ({
  author: 'tool',
  branch,
  parts: [{ kind: 'tool-result', id, name: 'f', content: [] }],
})
const decision = (call: string, approved: boolean, more: Partial<RunDecision> = {}): RunDecision => ({
  call,
  approved,
  by: 'Ada',
  digest: 'd',
  ...more,
})
const decided = (...given: Parameters<typeof decision>): Stored => mark({ decided: decision(...given) })
const waits = (...names: string[]): Stored => mark({ waits: { calls: names } })
const begun = (...names: string[]): Stored => mark({ begun: { calls: names } })
const failed = (name: string, branch = ''): Stored =>
  mark({ failed: { agent: name, branch, why: 'no model' } })
const rewound = (to: number): Stored => ({ author: 'developer', actions: { rewind: { to } } })

const log = (events: readonly Stored[], state: Readonly<Record<string, JsonValue>> = {}): Session =>
  restoreSession({
    state,
    events: events.map(event => ({ parts: 'text' in event ? undefined : [], ...event })),
  })

const next = (program: Member, events: readonly Stored[], state = {}) =>
  nextSteps(program, log(events, state)).map(({ branch, outcome, scopes: _, ...step }) =>
    branch === '' ? step : { ...step, branch },
  )

const agentStep = (name: string) => ({ kind: 'agent', agent: name })
const tools = (names: readonly string[], more: object = {}) => ({
  kind: 'tools',
  agent: 'a',
  calls: names,
  ...more,
})
const wait = (names: readonly string[], more: object = {}) => ({
  kind: 'wait',
  agent: 'a',
  calls: names,
  reason: 'calls wait for a result',
  ...more,
})
const done = (reason?: string) => ({ kind: 'done', ...(reason !== undefined && { reason }) })

/** A run in which `a` called two tools in event 1. */
const called = [asked, calls('a', 'x', 'y')]

test.each<[string, readonly Stored[], object]>([
  ['runs where nothing was noted', [], tools(['1.0', '1.1'])],
  ['is named as begun where it began', [begun('1.1')], tools(['1.0', '1.1'], { begun: ['1.1'] })],
  ['is waited for where it waits', [waits('1.0', '1.1')], wait(['1.0', '1.1'])],
  [
    'runs once it is approved, with the decision',
    [waits('1.0', '1.1'), decided('1.0', true), decided('1.1', true, { until: 5 })],
    tools(['1.0', '1.1'], { decided: [decision('1.0', true), decision('1.1', true, { until: 5 })] }),
  ],
  [
    'does not run once it is denied: its result is missing',
    [waits('1.0', '1.1'), decided('1.0', false, { why: 'too dear' }), decided('1.1', false)],
    tools([], { decided: [decision('1.0', false, { why: 'too dear' }), decision('1.1', false)] }),
  ],
  [
    'goes by the last decision',
    [waits('1.0', '1.1'), decided('1.0', false), decided('1.0', true), result('y')],
    tools(['1.0'], { decided: [decision('1.0', true)] }),
  ],
  [
    'waits again where a decision expired or its digest does not fit',
    [waits('1.0', '1.1'), decided('1.0', true), decided('1.1', false), waits('1.0', '1.1')],
    wait(['1.0', '1.1']),
  ],
  [
    'is begun and decided where both were noted',
    [waits('1.0'), decided('1.0', true), begun('1.0'), result('y')],
    tools(['1.0'], { begun: ['1.0'], decided: [decision('1.0', true)] }),
  ],
  [
    'is known to have begun where it waited again since',
    [begun('1.0'), waits('1.0'), decided('1.0', true), result('y')],
    tools(['1.0'], { begun: ['1.0'], decided: [decision('1.0', true)] }),
  ],
  [
    'waits for a decision, whatever says that it began',
    [waits('1.0'), begun('1.0'), result('y')],
    wait(['1.0']),
  ],
  [
    'never runs after it was denied, whatever says that it began',
    [waits('1.0'), decided('1.0', false), begun('1.0'), result('y')],
    tools([], { decided: [decision('1.0', false)] }),
  ],
  ['begins to wait after it began', [begun('1.0', '1.1'), waits('1.0', '1.1')], wait(['1.0', '1.1'])],
  [
    'is not run once it is cancelled: its result is missing',
    [mark({ cancelled: { calls: ['1.0'] } })],
    tools(['1.1'], { cancelled: ['1.0'] }),
  ],
  [
    'stays cancelled, whatever is decided later',
    [mark({ cancelled: { calls: ['1.0', '1.1'] } }), decided('1.0', true), waits('1.1')],
    tools([], { cancelled: ['1.0', '1.1'] }),
  ],
  ['has no step once it has its result', [waits('1.0', '1.1'), result('x'), result('y')], agentStep('a')],
  ['of another place changes nothing', [waits('1.7', '9.0'), begun('0.0')], tools(['1.0', '1.1'])],
])('a call %s', (_, events, step) => {
  expect(next(a, [...called, ...events])).toEqual([step])
})

test('calls of one response each have their own state', () => {
  const five = [asked, calls('a', 'p', 'q', 'r', 's', 't'), waits('1.0', '1.1', '1.2')]
  const marks = [decided('1.1', true), decided('1.2', false), begun('1.3')]
  expect(next(a, [...five, ...marks])).toEqual([
    tools(['1.1', '1.3', '1.4'], {
      begun: ['1.3'],
      decided: [decision('1.1', true), decision('1.2', false)],
    }),
    wait(['1.0']),
  ])
})

test('a wait names the first time at which a call stops waiting', () => {
  const until = (call: string, time: number) => mark({ waits: { calls: [call], until: time } })
  expect(next(a, [...called, until('1.0', 9), until('1.1', 7)])).toEqual([wait(['1.0', '1.1'], { until: 7 })])
  expect(next(a, [...called, until('1.0', 9), waits('1.1')])).toEqual([wait(['1.0', '1.1'], { until: 9 })])
})

test('a call that is already pending waits for a decision', () => {
  const pending = [asked, { author: 'a', parts: [part('x', { pending: true })] }]
  expect(next(a, pending)).toEqual([wait(['1.0'])])
  expect(next(a, [...pending, decided('1.0', true)])).toEqual([
    tools(['1.0'], { decided: [decision('1.0', true)] }),
  ])
  expect(next(a, [...pending, begun('1.0')])).toEqual([tools(['1.0'], { begun: ['1.0'] })])
})

test('a pending call on a branch blocks only the agents of that branch and of the trunk', () => {
  const app = pipeline(parallel(a, b), c) as Member
  const onBranch = { ...calls('a', 'x'), branch: 'a' }
  const first = [asked, onBranch, waits('1.0')]
  expect(next(app, first)).toEqual([
    wait(['1.0'], { branch: 'a' }),
    { kind: 'agent', agent: 'b', branch: 'b' },
  ])
  expect(next(app, [...first, says('b', { branch: 'b' })])).toEqual([wait(['1.0'], { branch: 'a' })])
})

describe('an agent that failed', () => {
  test.each<[string, Member, readonly Stored[], readonly object[]]>([
    ['ends the run', pipeline(a, b), [asked, failed('a')], [done("'a' failed: no model")]],
    ['hands on to the next of its fallback', fallback(a, b), [asked, failed('a')], [agentStep('b')]],
    [
      'ends the run where it was the last of its fallback',
      fallback(a, b),
      [asked, failed('a'), failed('b')],
      [done("'b' failed: no model")],
    ],
    [
      'fails all that it stands in, up to the fallback',
      fallback(pipeline(a, b) as never, c),
      [asked, says('a'), failed('b')],
      [agentStep('c')],
    ],
    [
      'is passed over by what follows its fallback',
      pipeline(fallback(a, b), c),
      [asked, failed('a'), says('b')],
      [agentStep('c')],
    ],
    [
      'has another chance in the next round of a loop',
      loop({ max: 2 }, fallback(a, b) as never),
      [asked, failed('a'), says('b')],
      [agentStep('a')],
    ],
    [
      'stops the branches beside it',
      parallel(a, b),
      [asked, failed('a', 'a')],
      [done("'a' failed: no model")],
    ],
    [
      'fails a sub-agent, whose root has a fallback',
      fallback(agent({ name: 'root', subAgents: [a] }), b),
      [asked, failed('a')],
      [agentStep('b')],
    ],
    [
      'changes nothing where it is not of the program',
      pipeline(a, b),
      [asked, failed('z')],
      [agentStep('a')],
    ],
    ['counts without a run that was asked for', fallback(a, b), [user, failed('a')], [agentStep('b')]],
    ['counts no more in the next turn', fallback(a, b), [user, failed('a'), user], [agentStep('a')]],
    [
      'begins again where the user speaks after it',
      pipeline(a, b),
      [asked, says('a'), failed('b'), user],
      [agentStep('a')],
    ],
  ])('%s', (_, program, events, steps) => {
    expect(next(program, events)).toEqual(steps)
  })

  test('cancels its calls, and the next branch of its fallback waits for their results', () => {
    const app = fallback(a, b) as Member
    const events = [asked, calls('a', 'x'), failed('a')]
    expect(next(app, events)).toEqual([tools([], { cancelled: ['1.0'] })])
    expect(next(app, [...events, result('x')])).toEqual([agentStep('b')])
    expect(next(a, [...events, user])).toEqual([tools([], { cancelled: ['1.0'] })])
  })

  test('fails only its own item of a mapOver', () => {
    const app = mapOver({ key: 'list', into: 'all' }, fallback(a, b) as never) as Member
    const events = [asked, failed('a', 'm0-0.1'), says('a', { branch: 'm0-0.0' })]
    const item = { kind: 'agent', agent: 'b', item: 1, set: { item: 2 }, branch: 'm0.1' }
    expect(next(app, events, { list: [1, 2] })).toEqual([item])
  })
})

describe('a run that stopped', () => {
  const stops: readonly [string, RunAction, string | undefined][] = [
    ['cancelled', { cancelled: { why: 'the user left' } }, 'the run was cancelled: the user left'],
    ['cancelled without a word', { cancelled: {} }, 'the run was cancelled'],
    ['limited', { limit: { name: 'steps', most: 5 } }, 'the limit on steps (5) was reached'],
    ['ended', { ended: {} }, undefined],
    ['ended with a reason', { ended: { why: 'the budget is spent' } }, 'the budget is spent'],
  ]

  test.each(stops)('has no next step: %s', (_, stop, reason) => {
    expect(next(pipeline(a, b), [asked, mark(stop)])).toEqual([done(reason)])
    expect(next(a, [...called, mark(stop)])).toEqual([done(reason)])
    // An answer that arrives after the stop changes nothing.
    expect(next(pipeline(a, b), [asked, mark(stop), says('a')])).toEqual([done(reason)])
    expect(next(a, [user, mark(stop)])).toEqual([done(reason)])
  })

  test.each(stops)('begins again with the next message or run: %s', (_, stop) => {
    const app = pipeline(a, b)
    const events = [asked, says('a'), mark(stop)]
    expect(next(app, [...events, user])).toEqual([agentStep('a')])
    expect(next(app, [...events, user, says('a')])).toEqual([agentStep('b')])
    expect(next(app, [...events, mark({ asked: { runId: 'r2' } })])).toEqual([agentStep('a')])
  })

  test.each(stops)('cancels its open calls in a later run: %s', (_, stop) => {
    const late = [...called, result('y'), mark(stop), calls('b', 'z')]
    for (const later of [
      user,
      mark({ asked: { runId: 'r2' } }),
      { ...user, ...mark({ asked: { runId: 'r2' } }), author: 'user' },
    ]) {
      expect(next(a, [...called, mark(stop), later])).toEqual([tools([], { cancelled: ['1.0', '1.1'] })])
      expect(next(a, [...called, mark(stop), later, result('x'), result('y')])).toEqual([agentStep('a')])
    }
    expect(next(pipeline(a, b), [...late, user])[0]).toMatchObject({
      agent: 'b',
      calls: [],
      cancelled: ['4.0'],
    })
  })

  test('continues after a limit if the same run is asked for again', () => {
    const again = mark({ asked: { runId: 'r1' } })
    const limit = mark({ limit: { name: 'steps', most: 1 } })
    const app = pipeline(a, b)
    expect(next(app, [asked, says('a'), limit, again])).toEqual([agentStep('b')])
    expect(next(app, [...called, limit, mark({ ended: {} }), again])).toEqual([tools(['1.0', '1.1'])])
    expect(next(app, [asked, says('a'), limit, again, limit])).toEqual([
      done('the limit on steps (1) was reached'),
    ])
    expect(next(app, [asked, says('a'), limit, again, limit, again])).toEqual([agentStep('b')])
    expect(next(app, [asked, says('a'), limit, mark({ cancelled: {} }), again])).toEqual([agentStep('a')])
    expect(next(app, [asked, says('a'), mark({ ended: {} }), again])).toEqual([agentStep('a')])
  })

  test('keeps its first reason', () => {
    const limit = mark({ limit: { name: 'tokens', most: 9 } })
    expect(next(a, [asked, limit, mark({ ended: { why: 'later' } })])).toEqual([
      done('the limit on tokens (9) was reached'),
    ])
    expect(next(a, [asked, mark({ ended: { why: 'r1' } }), { ...asked }, mark({ ended: {} })])).toEqual([
      done(),
    ])
  })
})

describe('a message that arrives during a run', () => {
  const app = pipeline(a, b)
  const message = { ...user, text: 'Also this.' }

  test('is answered after the running and pending calls, and the program continues', () => {
    const events = [...called, message]
    expect(next(app, events)).toEqual([tools(['1.0', '1.1'])])
    expect(next(app, [...called, waits('1.0', '1.1'), message])).toEqual([wait(['1.0', '1.1'])])
    const results = [...events, result('x'), result('y')]
    expect(next(app, results)).toEqual([agentStep('a')])
    expect(next(app, [...results, says('a')])).toEqual([agentStep('b')])
    expect(next(app, [...results, says('a'), says('b')])).toEqual([done()])
  })

  test('is answered by the next agent', () => {
    expect(next(app, [asked, says('a'), message])).toEqual([agentStep('b')])
    expect(next(app, [asked, says('a'), message, says('b')])).toEqual([done()])
  })

  test('begins another turn if it came after the last answer', () => {
    const events = [asked, says('a'), says('b'), message]
    expect(next(app, events)).toEqual([agentStep('a')])
    expect(next(app, [...events, says('a')])).toEqual([agentStep('b')])
    expect(next(app, [...events, says('a'), says('b')])).toEqual([done()])
    expect(next(app, [...events, says('a'), says('b'), message])).toEqual([agentStep('a')])
  })

  test('begins another turn if the last answer was begun before it', () => {
    const late = says('b', { actions: { run: { answered: { upTo: 2 } } } })
    const events = [asked, says('a'), message, late]
    expect(next(app, events)).toEqual([agentStep('a')])
    expect(next(app, [...events, says('a'), says('b')])).toEqual([done()])
    const inTime = says('b', { actions: { run: { answered: { upTo: 3 } } } })
    expect(next(app, [asked, says('a'), message, inTime])).toEqual([done()])
  })

  test('begins the program again if no run was asked for', () => {
    expect(next(app, [user, says('a'), message])).toEqual([agentStep('a')])
  })

  test('is answered by the sub-agent that may not transfer back', () => {
    const child = agent({ name: 'child', allowTransfer: { parent: false, peers: false } })
    const desk = agent({ name: 'desk', subAgents: [child] })
    const transfer = part('t', { name: 'transfer_to_agent', arguments: { agent_name: 'child' } })
    const handed = { author: 'desk', parts: [transfer] }
    const events = [asked, handed, { ...result('t') }, calls('child', 'x'), message, result('x')]
    expect(next(desk, events)).toEqual([agentStep('child')])
    expect(agentFor(readProgram(desk), log(events), undefined).placed.agent.name).toBe('child')
  })
})

test('marks of rewound events do not count', () => {
  const app = fallback(a, b) as Member
  expect(next(a, [...called, begun('1.0'), rewound(2)])).toEqual([tools(['1.0', '1.1'])])
  expect(next(a, [...called, waits('1.0', '1.1'), decided('1.0', true), rewound(3)])).toEqual([
    wait(['1.0', '1.1']),
  ])
  expect(next(a, [...called, mark({ cancelled: { calls: ['1.0'] } }), rewound(2)])).toEqual([
    tools(['1.0', '1.1']),
  ])
  expect(next(app, [asked, failed('a'), rewound(1)])).toEqual([agentStep('a')])
  for (const stop of [{ cancelled: {} }, { limit: { name: 'time', most: 1 } }, { ended: {} }] as const)
    expect(next(a, [...called, mark(stop), rewound(2)])).toEqual([tools(['1.0', '1.1'])])
  const second = { ...user, actions: { run: { asked: { runId: 'r2' } } } }
  expect(next(pipeline(a, b), [user, says('a'), second, rewound(2)])).toEqual([agentStep('b')])
})

test('marks survive a fork, storage and restoring', () => {
  const session = log([...called, waits('1.0'), decided('1.1', false)])
  const steps = nextSteps(a, session)
  expect(nextSteps(a, session.fork('other'))).toEqual(steps)
  expect(nextSteps(a, restoreSession(JSON.parse(JSON.stringify(session))))).toEqual(steps)
})

test('steps and conditions of a run see the state as it was when each was reached', () => {
  const set = S.set({ k: 1 })
  const app = pipeline(a, set, b)
  const ran = { author: 'developer', actions: { state: { set: { k: 1 } } } }
  expect(next(app, [asked, says('a'), user])).toEqual([{ kind: 'step', step: set }])
  expect(next(app, [asked, says('a'), user, ran])).toEqual([agentStep('b')])
})

test('events before the current turn are not read, whatever marks they have', () => {
  const earlier = Array.from({ length: 300 }, () => [
    asked,
    calls('a', 'x'),
    begun('1.0'),
    result('x'),
    says('a'),
    mark({ ended: {} }),
  ]).flat()
  const session = log([...earlier, asked, calls('a', 'z')])
  session.units
  const read = vi.spyOn(session, 'event')
  expect(nextSteps(pipeline(a, S.set({ k: 1 }), b), session)[0]?.kind).toBe('tools')
  expect(read.mock.calls.every(([seq]) => seq >= earlier.length)).toBe(true)
})

describe('a mapOver', () => {
  const app = pipeline(mapOver({ key: 'list', item: 'city', into: 'texts' }, a) as never, b) as Member
  const of = (index: number, city: string) => ({
    kind: 'agent',
    agent: 'a',
    branch: `a.${index}`,
    item: index,
    set: { city },
  })
  const answer = (index: number) => says('a', { branch: `a.${index}`, text: `text ${index}` })

  test('names the state to set for each item, and then the step that collects the answers', () => {
    const state = { list: ['Rome', 'Oslo'] }
    expect(next(app, [asked], state)).toEqual([of(0, 'Rome'), of(1, 'Oslo')])
    expect(next(app, [asked, answer(1)], state)).toEqual([of(0, 'Rome')])
    const session = log([asked, answer(1), answer(0)], state)
    const [step] = nextSteps(app, session)
    expect(step?.kind).toBe('step')
    const { session: collected } = applyStep(session, step?.step as never)
    expect(collected.state.texts).toEqual(['text 0', 'text 1'])
    expect(collected.event(3).trust).toBe('model')
    expect(nextSteps(app, collected)).toEqual([{ ...agentStep('b'), branch: '' }])
  })

  test('collects again in a later run', () => {
    const texts = mark({})
    const collected = { ...texts, actions: { state: { set: { texts: ['old'] } } } }
    const events = [asked, answer(0), collected, says('b'), mark({ ended: {} }), asked, answer(0)]
    expect(next(app, events, { list: ['Rome'] })[0]?.kind).toBe('step')
  })

  test('stores an empty list for an empty list', () => {
    const session = log([asked], { list: [] })
    const { session: collected } = applyStep(session, nextSteps(app, session)[0]?.step as never)
    expect(collected.state.texts).toEqual([])
    expect(nextSteps(app, collected)).toEqual([{ ...agentStep('b'), branch: '' }])
  })
})

test('a tap is a step of a run until its mark is there, and nothing without a run', () => {
  const look = tap(() => {})
  const app = pipeline(a, look, b)
  const place = 'pipeline.members[1]'
  expect(next(app, [asked, says('a')])).toEqual([{ kind: 'tap', tap: look, place }])
  expect(next(app, [asked, says('a'), mark({ tapped: { place } })])).toEqual([agentStep('b')])
  expect(next(app, [user, says('a')])).toEqual([agentStep('b')])
})

test('an agent whose answer was rejected answers again', () => {
  const app = pipeline(a, b)
  const rejected = mark({ rejected: { events: [1], why: 'no city' } })
  expect(next(app, [asked, says('a'), rejected])).toEqual([agentStep('a')])
  expect(next(app, [asked, says('a'), rejected, says('a')])).toEqual([agentStep('b')])
  expect(next(app, [asked, says('a'), rejected, rewound(2)])).toEqual([agentStep('b')])
})

test('the last step names how the run ended', () => {
  const outcome = (...events: readonly Stored[]) => nextSteps(pipeline(a, b), log(events))[0]?.outcome
  expect(outcome(asked, mark({ cancelled: {} }))).toBe('cancelled')
  expect(outcome(asked, mark({ limit: { name: 'steps', most: 1 } }), mark({ ended: {} }))).toBe('limited')
  expect(outcome(asked, mark({ ended: {} }))).toBe('ended')
  expect(outcome(asked, failed('a'))).toBe('failed')
  expect(outcome(asked, says('a'), says('b'))).toBeUndefined()
})

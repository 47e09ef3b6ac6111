import { expect, test } from 'vitest'
import { compile, nextSteps } from '../../index.ts'
import type { EventInput } from '../ir/event.ts'
import { createSession } from './create.ts'
import { restoreSession } from './restore.ts'

const later = {
  v: 1.4,
  id: 's',
  state: { a: 1 },
  pinned: ['x'],
  events: [
    { seq: 0, author: 'user', branch: '', response: '', parts: [{ kind: 'text', text: 'Hi' }], time: 5 },
    {
      seq: 1,
      v: 1.2,
      visibility: 'internal',
      author: 'agent',
      branch: '',
      response: '',
      parts: [
        { kind: 'hologram', beam: 'wide' },
        { kind: 'text', text: 'Hello' },
      ],
      actions: { guess: 7, effect: { kind: 'dream', key: 'k' } },
    },
    {
      seq: 2,
      author: 'developer',
      branch: '',
      response: '',
      parts: [],
      actions: { run: { ended: { why: 'done' } } },
    },
  ],
}

const { id, state, events, ...unread } = later
const inOrder = { ...unread, id, state, events }

test('restoreSession keeps unknown fields unread, and toJSON returns them unchanged', async () => {
  const session = restoreSession(JSON.parse(JSON.stringify(later)))
  expect(JSON.stringify(session)).toBe(JSON.stringify(inOrder))
  const longer = session.fork('t').append({ author: 'user', text: 'More' })
  expect(longer.toJSON()).toMatchObject({ pinned: ['x'], id: 't', events: [...later.events, { seq: 3 }] })
  expect(restoreSession(JSON.parse(JSON.stringify(longer))).toJSON()).toEqual(longer.toJSON())
  expect(session.event(0).time).toBe(5)
  expect(session.event(1).parts[1]).toEqual({ kind: 'text', text: 'Hello' })
  for (const model of ['gpt-5.4', 'claude-sonnet-4-5', 'gemini-2.5-pro']) {
    const result = await compile({ name: 'agent' }, longer, { model })
    expect(result.ok).toBe(true)
    expect(JSON.stringify(result.diagnostics)).toContain('hologram')
  }
})

test('restoreSession refuses a later major version and invalid sessions', () => {
  const event = { author: 'user', text: 'Hi' }
  expect(() => restoreSession({ v: 2, events: [] })).toThrow(/v must be below 2/)
  expect(() => restoreSession({ events: [{ ...event, v: 2 }] })).toThrow(/events\[0\]\.v/)
  expect(() => restoreSession('{}')).toThrow(/JSON\.parse/)
  for (const json of [{}, { state: {} }, { id: 'x' }, { events: 5 }, { events: null }])
    expect(() => restoreSession(json)).toThrow(
      /^session\.events must be a list, got .*: restoreSession reads the output of toJSON\(\)$/,
    )
  expect(() => restoreSession({ messages: [event] })).toThrow(
    /^session\.events must be a list, got undefined: .* an importer such as fromOpenAI/,
  )
  expect(() => restoreSession({ events: [null] })).toThrow(/events\[0\]/)
  expect(() => restoreSession({ events: [{ text: 'x' }] })).toThrow(/events\[0\]\.author/)
  expect(() => restoreSession({ events: [{ author: 'a', parts: [{ kind: 'text' }] }] })).toThrow(/text/)
})

test('createSession and append refuse unknown fields of events and actions.run (N3)', () => {
  const begin = (event: object) => () => createSession({ events: [event as EventInput] })
  expect(begin({ author: 'user', content: 'Hi' })).toThrow(
    /^events\[0\] has no 'content': did you mean 'text'\?/,
  )
  expect(begin({ role: 'user', text: 'Hi' })).toThrow(/'role': did you mean 'author'\?/)
  expect(begin({ author: 'user', text: 'Hi', brnach: 'x' })).toThrow(/did you mean 'branch'\?/)
  expect(begin({ author: 'user', actions: { run: { ended: {} } } })).toThrow(
    /actions\.run is written by a runner/,
  )
  expect(begin({ author: 'user', actions: { stat: {} } })).toThrow(
    /events\[0\]\.actions has no 'stat': did you mean 'state'\?/,
  )
  expect(() => createSession().append({ author: 'user', content: 'x' } as never)).toThrow(/content/)
  expect(begin({ author: 'user', text: 'Hi', v: 2 })).toThrow(/events\[0\]\.v/)
  expect(begin({ author: 'user', text: 'Hi', time: 'now' })).toThrow(/events\[0\]\.time/)
  const { events } = createSession({ events: [{ author: 'user', text: 'Hi', v: 1, time: 1 }] })
  expect(createSession().append(...events).events).toEqual(events)
})

const stored = (...all: object[]) => ({
  events: all.map((event, seq) => ({ seq, author: 'developer', ...event })),
})

test.each([
  [{ waits: { calls: 5 } }, 'waits.calls must be a list'],
  [{ waits: { calls: [1.2] } }, 'waits.calls[0] must be a string'],
  [{ waits: { calls: [], until: 'noon' } }, 'waits.until must be a number'],
  [{ asked: {} }, 'asked.runId must be a string'],
  [{ asked: { runId: 'r', limits: { steps: '5' } } }, 'asked.limits.steps must be a number'],
  [{ answered: { upTo: -1 } }, 'answered.upTo must be a whole number from 0'],
  [{ begun: { calls: {} } }, 'begun.calls must be a list'],
  [
    { decided: { call: '1.0', approved: 1, by: 'Ann', digest: '' } },
    'decided.approved must be true or false',
  ],
  [{ failed: { agent: 'a', branch: '' } }, 'failed.why must be a string'],
  [{ cancelled: { calls: '1.0' } }, 'cancelled.calls must be a list'],
  [{ limit: { name: 'steps' } }, 'limit.most must be a number'],
  [{ ended: 'done' }, 'ended must be an object'],
])('restoreSession refuses %j as a mark of a runner', (run, message) => {
  const restore = () => restoreSession(stored({ text: 'Hi' }, { actions: { run } }))
  expect(restore).toThrow(TypeError)
  expect(restore).toThrow(`events[1].actions.run.${message}`)
})

test('restoreSession keeps marks of a runner that a later release has', () => {
  const run = { paused: 5, waits: { calls: ['0.0'], of: 7 }, limit: { name: 'money', most: 5 } }
  const session = restoreSession(stored({ text: 'Hi' }, { actions: { run } }))
  expect(session.toJSON().events[1]?.actions).toEqual({ run })
})

test('restoreSession refuses events that are not at their places', () => {
  const at = (...all: unknown[]) =>
    restoreSession({ events: all.map(seq => ({ seq, author: 'user', text: 'Hi' })) })
  expect(() => at(4, 9, 10)).toThrow('events[0].seq must be 0, its place in the list, got 4')
  expect(() => at(0, 2)).toThrow('events[1].seq must be 1, its place in the list, got 2')
  expect(() => at(0, '1')).toThrow("events[1].seq must be 1, its place in the list, got '1'")
  expect(at(0, undefined, 2).length).toBe(3)
})

test("a rewind removes a runner's mark that a call waits", () => {
  const call = { kind: 'tool-call', id: 'c', name: 'f', arguments: '{}' }
  const waits = { actions: { run: { waits: { calls: ['0.0'] } } } }
  const begun = [{ author: 'bot', parts: [call] }, {}, waits]
  const kindsOf = (...events: object[]) =>
    nextSteps({ name: 'bot' }, restoreSession(stored(...events))).map(({ kind }) => kind)
  const back = (to: number) => ({ actions: { rewind: { to } } })
  expect(kindsOf(...begun)).toEqual(['wait'])
  expect(kindsOf(...begun, back(2))).toEqual(['tools'])
  expect(kindsOf(...begun, back(3))).toEqual(['wait'])
  // Recorded twice, and rewound once.
  expect(kindsOf(...begun, waits, back(3))).toEqual(['wait'])
  expect(kindsOf(...begun, waits, back(3), back(1), waits)).toEqual(['wait'])
  expect(kindsOf(...begun, { actions: { ...waits.actions, rewind: { to: 1 } } })).toEqual(['tools'])
})

import { expect, test } from 'vitest'
import { compile } from '../index.ts'
import { createSession } from './create.ts'
import type { EventInput } from './event.ts'
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

test('restoreSession keeps what it does not know unread, and toJSON gives it back unchanged', async () => {
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

test('restoreSession refuses a later major version, and what is no stored session', () => {
  const event = { author: 'user', text: 'Hi' }
  expect(() => restoreSession({ v: 2, events: [] })).toThrow(/v must be below 2/)
  expect(() => restoreSession({ events: [{ ...event, v: 2 }] })).toThrow(/events\[0\]\.v/)
  expect(() => restoreSession('{}')).toThrow(/JSON\.parse/)
  for (const json of [{}, { state: {} }, { id: 'x' }, { events: 5 }, { events: null }])
    expect(() => restoreSession(json)).toThrow(
      /^events must be a list: restoreSession takes what toJSON\(\) wrote$/,
    )
  expect(() => restoreSession({ messages: [event] })).toThrow(
    /events must be a list: .* an importer, such as fromOpenAI/,
  )
  expect(() => restoreSession({ events: [null] })).toThrow(/events\[0\]/)
  expect(() => restoreSession({ events: [{ text: 'x' }] })).toThrow(/events\[0\]\.author/)
  expect(() => restoreSession({ events: [{ author: 'a', parts: [{ kind: 'text' }] }] })).toThrow(/text/)
})

test('createSession and append refuse unknown fields of events and actions.run (N3)', () => {
  const begin = (event: object) => () => createSession({ events: [event as EventInput] })
  expect(begin({ author: 'user', content: 'Hi' })).toThrow(
    /^events\[0\] has an unknown field 'content'; did you mean 'text'\?/,
  )
  expect(begin({ role: 'user', text: 'Hi' })).toThrow(/'role'; did you mean 'author'\?/)
  expect(begin({ author: 'user', text: 'Hi', brnach: 'x' })).toThrow(/did you mean 'branch'\?/)
  expect(begin({ author: 'user', actions: { run: { ended: {} } } })).toThrow(
    /actions\.run is written by a runner/,
  )
  expect(begin({ author: 'user', actions: { stat: {} } })).toThrow(
    /events\[0\]\.actions has an unknown field 'stat'/,
  )
  expect(() => createSession().append({ author: 'user', content: 'x' } as never)).toThrow(/content/)
  expect(begin({ author: 'user', text: 'Hi', v: 2 })).toThrow(/events\[0\]\.v/)
  expect(begin({ author: 'user', text: 'Hi', time: 'now' })).toThrow(/events\[0\]\.time/)
  const { events } = createSession({ events: [{ author: 'user', text: 'Hi', v: 1, time: 1 }] })
  expect(createSession().append(...events).events).toEqual(events)
})

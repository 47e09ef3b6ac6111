import { expect, test } from 'vitest'
import { compile } from '../compile/compile.ts'
import { type EventInput, trustOfEvent } from '../ir/event.ts'
import { createSession } from '../session/create.ts'
import { restoreSession } from '../session/restore.ts'
import { fromOpenAI } from '../vendor/openai/read/openai.ts'
import { applyStep, runStep } from './apply.ts'
import * as S from './index.ts'
import type { StateStep } from './step.ts'

test('a step appends one event without words, and leaves the session before unchanged', () => {
  const session = createSession({ state: { a: 1, b: 2 } })
  const { session: next, outcome } = applyStep(session, S.pipe(S.drop('a'), S.set({ c: 3 })))
  expect(outcome.ok).toBe(true)
  expect([session.length, session.state]).toEqual([0, { a: 1, b: 2 }])
  expect(next.state).toEqual({ b: 2, c: 3 })
  expect(next.event(0)).toMatchObject({
    author: 'developer',
    parts: [],
    actions: { state: { set: { c: 3 }, delete: ['a'] } },
  })
  expect(restoreSession(JSON.parse(JSON.stringify(next))).state).toEqual(next.state)
})

test('the event of a step makes no unit, and leaves the request unchanged', async () => {
  const conversation = fromOpenAI([
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
  ])
  const { session } = conversation
  // An event of a step may also come between a call and its result.
  const { session: next } = applyStep(session, S.set({ a: 1 }))
  expect(next.units.rows.length).toBe(session.units.rows.length)
  const answer = { author: 'tool', parts: [{ kind: 'tool-result', id: 'c1', content: [] }] } as const
  const [plain, acted] = [session.append(answer), next.append(answer)]
  expect(acted.units.rows.length).toBe(plain.units.rows.length)
  const requestOf = async (of: typeof session) =>
    (await compile({ ...conversation, session: of }, { model: 'gpt-5.4' })).request
  expect(await requestOf(acted)).toEqual(await requestOf(plain))
})

test('a step that fails returns the same session', () => {
  const session = createSession()
  expect(applyStep(session, S.require('a')).session).toBe(session)
  expect(runStep(session, S.require('a')).event).toBeNull()
})

test('S.capture takes the last text of a user', () => {
  const captured = (...events: EventInput[]) =>
    applyStep(createSession({ events }), S.capture('x')).session.state.x
  const one = { author: 'user', text: 'one' }
  const file = {
    kind: 'file',
    mediaType: 'image/png',
    source: { type: 'url', url: 'https://x.org/a' },
  } as const
  expect(captured(one, { author: 'user', text: 'two' }, { author: 'agent', text: 'no' })).toBe('two')
  expect(captured({ author: 'user', text: 'one', parts: [file, { kind: 'text', text: 'two' }] })).toBe(
    'one\ntwo',
  )
  expect(captured(one, { author: 'user', parts: [file] })).toBe('')
  expect(captured(one, { author: 'user', parts: [{ kind: 'tool-result', id: 'c', content: [] }] })).toBe(
    'one',
  )
  const compaction = { covers: [{ from: 0, to: 1 }] }
  expect(captured(one, { author: 'user', text: 'They said one.', actions: { compaction } })).toBe('one')
  expect(captured(one, { author: 'user', actions: { state: { set: { a: 1 } } } })).toBe('one')
  expect(captured({ author: 'agent', text: 'no' })).toBeUndefined()
})

test('a value keeps the trust of its origin', () => {
  const session = createSession({
    state: { rule: 'developer' },
    events: [
      { author: 'user', text: 'book it' },
      { author: 'writer', parts: [], actions: { state: { set: { draft: 'a model wrote this' } } } },
      { author: 'tool', parts: [], actions: { state: { set: { page: 'from the web' } } } },
    ],
  })
  const trustAfter = (...steps: StateStep[]) => {
    const done = steps.reduce((now, step) => applyStep(now, step).session, session)
    return trustOfEvent(done.event(done.length - 1))
  }
  expect(trustAfter(S.set({ x: 1 }))).toBe('developer')
  expect(trustAfter(S.rename({ rule: 'x' }))).toBe('developer')
  expect(trustAfter(S.capture('x'))).toBe('user')
  expect(trustAfter(S.rename({ draft: 'x' }))).toBe('model')
  expect(trustAfter(S.merge(['rule', 'draft', 'page'], 'x'))).toBe('tool')
  expect(trustAfter(S.compute({ x: state => `${state.rule}` }))).toBe('developer')
  expect(trustAfter(S.compute({ x: state => `${state.rule} ${state.draft}` }))).toBe('model')
  // Trust survives renames and any number of steps.
  expect(trustAfter(S.capture('x'), S.rename({ x: 'y' }), S.transform('y', String))).toBe('user')
  expect(trustAfter(S.pipe(S.rename({ page: 'x' }), S.rename({ x: 'rule' })))).toBe('tool')
  const forwarded = createSession({ events: [{ author: 'user', text: 'mail', trust: 'external' }] })
  expect(runStep(forwarded, S.capture('x')).event?.trust).toBe('external')
  // A value that the program writes again has the developer's trust.
  expect(trustAfter(S.set({ draft: '' }), S.rename({ draft: 'x' }))).toBe('developer')
  expect(trustAfter(S.drop('page'))).toBe('developer')
})

// A turn that the provider paused is not over: no key is set, and the same agent is next.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fromAnthropic } from '../../src/core/vendor/anthropic/read/anthropic.ts'
import {
  agent,
  answerOf,
  compile,
  createSession,
  type NextStep,
  nextSteps,
  type ProviderResponse,
  pipeline,
  type Session,
} from '../../src/index.ts'

const asked = createSession({ events: [{ author: 'user', text: 'Q' }] })
const search = {
  native: { format: 'anthropic', payload: { type: 'web_search_20250305', name: 'web_search' } },
} as const
const a = agent({ name: 'a', outputKey: 'k', tools: [search] })
const app = pipeline(a, agent({ name: 'b', instruction: 'For {k}.' }))
const alone = agent({ name: 'root', subAgents: [agent({ name: 'a' })] })

const text = { type: 'text', text: 'I look.' }
const use = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } }
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
const done = { type: 'text', text: 'Found.' }

const answered = async (session: Session, response: object): Promise<Session> => {
  const result = await compile(app, session, { model: 'claude-sonnet-5' })
  return session.append(...answerOf(result, response as ProviderResponse))
}
const next = (session: Session): NextStep | undefined => nextSteps(app, session)[0]

test.each<[string, readonly object[], readonly object[]]>([
  ['a call without its result', [text, use], [found, done]],
  [
    'a call in a later round',
    [use, found, text, { ...use, id: 's2' }],
    [{ ...found, tool_use_id: 's2' }, done],
  ],
  ['a result without text after it', [text, use, found], [done]],
  ['a compaction', [{ type: 'compaction', content: 'Before.' }], [done]],
])('a turn paused at %s continues', async (_, first, second) => {
  const paused = await answered(asked, { id: 'm1', stop_reason: 'pause_turn', content: first })
  expect({ ...paused.state }).toEqual({})
  expect(next(paused)).toMatchObject({ kind: 'agent', agent: 'a' })
  expect((await compile(app, paused, { model: 'claude-sonnet-5' })).agent.name).toBe('a')
  const over = await answered(paused, { id: 'm2', stop_reason: 'end_turn', content: second })
  expect({ ...over.state }).toEqual({ k: 'Found.' })
  expect(next(over)).toMatchObject({ kind: 'agent', agent: 'b' })
  // The log alone says so.
  const imported = fromAnthropic([
    { role: 'user', content: 'Q' },
    { role: 'assistant', content: first as never },
  ])
  const one = agent({ name: 'one' })
  expect(nextSteps(one, imported.session)).toMatchObject([{ kind: 'agent', agent: 'one' }])
})

test('a tree of agents continues with the agent whose turn was paused', () => {
  const payload = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }
  const part = { kind: 'opaque', format: 'anthropic', type: 'server_tool_use', payload } as const
  const session = asked.append({ author: 'a', parts: [part] })
  expect(nextSteps(alone, session)).toMatchObject([{ kind: 'agent', agent: 'a' }])
})

test('an answer whose tools all ran at the provider is complete', async () => {
  const over = await answered(asked, { stop_reason: 'end_turn', content: [use, found, done] })
  expect({ ...over.state }).toEqual({ k: 'Found.' })
  expect(next(over)).toMatchObject({ agent: 'b' })
})

test('an answer that the provider marks as complete is complete, though it ends with a result', async () => {
  const over = await answered(asked, { id: 'm1', stop_reason: 'end_turn', content: [text, use, found] })
  expect({ ...over.state }).toEqual({ k: 'I look.' })
  expect(next(over)).toMatchObject({ kind: 'agent', agent: 'b' })
})

test('a pause reported only by the response sets no key', async () => {
  const result = await compile(a, asked, { model: 'claude-sonnet-5' })
  const events = answerOf(result, { stop_reason: 'pause_turn', content: [text] } as ProviderResponse)
  expect(events.map(({ actions }) => actions)).toEqual([undefined])
})

test('a call that the provider runs after approval is pending', async () => {
  const request = { type: 'mcp_approval_request', id: 'ar', name: 'f', arguments: '{}', server_label: 's' }
  const result = await compile(app, asked, { model: 'gpt-5.4' })
  const waiting = asked.append(...answerOf(result, { output: [request] }))
  expect(nextSteps(app, waiting)).toEqual([
    { kind: 'wait', agent: 'a', branch: '', approvals: ['1.0'], reason: 'a call waits for approval' },
  ])
  const payload = { type: 'mcp_approval_response', approval_request_id: 'ar', approve: true }
  const part = { kind: 'opaque', format: 'openai', type: 'mcp_approval_response', payload } as const
  const approved = waiting.append({ author: 'tool', parts: [part] })
  expect(nextSteps(app, approved)).toMatchObject([{ kind: 'agent', agent: 'a' }])
  expect(nextSteps(app, waiting.append({ author: 'user', text: 'Never mind.' }))).toMatchObject([
    { agent: 'a' },
  ])
  const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] }
  const over = approved.append(...answerOf(result, { output: [message] }))
  expect(nextSteps(app, over)).toMatchObject([{ kind: 'agent', agent: 'b' }])
})

test.each<[string, readonly (string | undefined)[], unknown]>([
  ['the final answer alone', ['commentary', 'final_answer'], { k: 'v' }],
  ['the text without a phase, rather than commentary', ['commentary', undefined], { k: 'v' }],
  ['all text, if it is all commentary', ['commentary', 'commentary'], 'Working. {"k":"v"}'],
])('the key holds %s', async (_, phases, wanted) => {
  const schema = z.object({ k: z.string() })
  const result = await compile(agent({ name: 'a', outputKey: 'x', outputSchema: schema }), asked, {
    model: 'gpt-5.4',
  })
  const output = ['Working. ', '{"k":"v"}'].map((words, index) => ({
    type: 'message',
    role: 'assistant',
    ...(phases[index] !== undefined && { phase: phases[index] }),
    content: [{ type: 'output_text', text: words }],
  }))
  const session = asked.append(...answerOf(result, { output }))
  expect(session.state.x).toEqual(wanted)
  expect(session.units.rows.length).toBe(2)
})

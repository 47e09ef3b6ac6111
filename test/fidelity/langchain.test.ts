// Data that LangChain's own classes replay is read, counted, and written again if it must change.
import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  mapChatMessagesToStoredMessages,
  ToolMessage,
} from '@langchain/core/messages'
import { type Compiled, compile } from 'ctxc'
import { ContextError as OfAISDK } from 'ctxc/ai-sdk'
import { importConversation } from 'ctxc/from'
import { fromLangChain } from 'ctxc/from/langchain'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'
import { ContextError, contextCompiler } from 'ctxc/langchain'
import { ContextError as OfAgents } from 'ctxc/openai-agents'
import { createAgent, fakeModel } from 'langchain'
import { expect, test } from 'vitest'
import { complaints } from '../battery/bodies.ts'
import { hosts } from '../battery/langchain/hosts.ts'
import { play } from '../battery/wire/play.ts'
import type { Answer } from '../battery/wire/script.ts'

const host = (name: string) => hosts.find(one => one.name === name) ?? expect.fail(name)

/** Returns the body that one of LangChain's own classes sends for a state, and the report of the compile. */
async function sentBy(
  name: string,
  state: readonly BaseMessage[],
  options: Parameters<typeof contextCompiler>[0] = {},
) {
  const { wire, create } = host(name)
  const { sent, fetch } = play([], wire)
  const compiled: Compiled[] = []
  const middleware = [contextCompiler({ ...options, onCompiled: one => compiled.push(one) })]
  await createAgent({ model: create({ fetch, url: '' }), tools: [], middleware }).invoke({
    messages: [...state],
  })
  return { body: sent[0]?.body as Readonly<Record<string, unknown>>, compiled: compiled[0]! }
}

let answers = 0

/** An answer as the class for the Responses API makes it: each with ids of its own. */
async function answered(answer: Answer): Promise<AIMessage> {
  const { wire, create } = host('responses gpt-5.4 sealed')
  const at = answers++
  const { fetch } = play([answer], (given, _at, sent) => wire(given, at, sent))
  return (await create({ fetch, url: '' }).invoke('Hi')) as AIMessage
}

const call = (id: string): Answer[number] => ({ call: 'weather', id, input: { city: 'Paris' } })
const result = (id: string): ToolMessage =>
  new ToolMessage({ content: 'Sunny.', tool_call_id: id, name: 'weather' })

const image = { type: 'image', url: 'https://example.com/image.png' } as const
const live = new HumanMessage({ contentBlocks: [image, { type: 'text', text: 'Describe' }] })

test.each([
  ['mapChatMessagesToStoredMessages', JSON.parse(JSON.stringify(mapChatMessagesToStoredMessages([live])))],
  ['JSON.stringify', JSON.parse(JSON.stringify([live]))],
  ['both names', [{ type: 'human', data: { contentBlocks: [image, { type: 'text', text: 'Describe' }] } }]],
])('a stored message of version 1 keeps all of its blocks (O2): %s', async (_name, stored: object[]) => {
  const target = { model: 'claude-sonnet-4-5', target: 'anthropic' } as const
  const [fromStore, fromLive] = await Promise.all([
    compile(fromLangChain(stored), target),
    compile(fromLangChain([live]), target),
  ])
  expect(fromStore.request).toEqual(fromLive.request)
  expect(JSON.stringify(fromStore.request)).toContain('Describe')
  expect(JSON.stringify(fromStore.request)).toContain('image.png')
})

test('a stored message of version 1 is recognized (O2)', () => {
  const stored = [{ type: 'human', content_blocks: [{ type: 'text', text: 'Hi' }] }]
  expect(importConversation(stored)?.format).toBe('langchain')
  expect(fromLangChain(stored).session.event(0).parts).toEqual([{ kind: 'text', text: 'Hi' }])
})

test('a thought in the content is completed by the one next to it (W2)', () => {
  const reasoning = {
    id: 'rs_1',
    type: 'reasoning',
    summary: [{ type: 'summary_text', text: 'hm' }],
    encrypted_content: 'AAAA',
  }
  const message = new AIMessage({
    content: [{ type: 'reasoning', reasoning: 'hm' }],
    tool_calls: [{ type: 'tool_call', id: 'c1', name: 'weather', args: {} }],
    additional_kwargs: { reasoning },
    response_metadata: { model_provider: 'openai', model_name: 'gpt-5.4' },
  })
  expect(fromLangChain([message]).session.event(0).parts).toMatchObject([
    { kind: 'reasoning', native: { format: 'openai', payload: reasoning } },
    { kind: 'tool-call', id: 'c1' },
  ])
})

test('items that LangChain replays stay within the budget, in whole units (W3)', {
  timeout: 60_000,
}, async () => {
  const state: BaseMessage[] = [new HumanMessage('Hi')]
  for (let step = 0; step < 20; step++)
    state.push(
      await answered([{ thought: `${'hm '.repeat(300)}${step}` }, call(`c${step}`)]),
      result(`c${step}`),
    )
  const { body, compiled } = await sentBy('responses gpt-5.4 sealed', state, { budget: 4_000 })
  const sent = JSON.stringify(body.input)
  expect(complaints('openai', 'gpt-5.4', body)).toEqual([])
  expect(compiled.tokens.max).toBeLessThanOrEqual(4_000)
  // Counted again from what left the house.
  const again = await compile(fromOpenAIResponses(body), {})
  expect(again.tokens.max).toBeLessThanOrEqual(4_000)
  const thoughts = sent.split('"type":"reasoning"').length - 1
  const calls = sent.split('"type":"function_call"').length - 1
  expect(thoughts).toBe(calls)
  expect(calls).toBeLessThan(20)
})

test('an id used twice is also renamed in the items that LangChain replays (W3)', async () => {
  const state = [
    new HumanMessage('Hi'),
    await answered([call('c1')]),
    result('c1'),
    new HumanMessage('And?'),
    await answered([{ thought: 'hm' }, call('c1')]),
    result('c1'),
  ]
  const { body } = await sentBy('responses gpt-5.4 sealed', state)
  const items = body.input as { type: string; call_id?: string }[]
  const ids = items.flatMap(({ call_id: id }) => id ?? [])
  expect(new Set(ids).size).toBe(2)
  expect(ids[2]).toBe(ids[3])
  expect(items.map(({ type }) => type)).toContain('reasoning')
})

test('unusable thoughts are removed from the items that LangChain replays (W3)', async () => {
  const state = [new HumanMessage('Hi'), await answered([{ thought: 'hm' }, call('c1')]), result('c1')]
  const { body } = await sentBy('responses gpt-4.1', state)
  expect(complaints('openai', 'gpt-4.1', body)).toEqual([])
  expect(body.input).toMatchObject([{}, { type: 'function_call', call_id: 'c1' }, {}])
  expect(body.input).not.toHaveProperty('1.id')
})

test('LangChain replays a text as the app changed it (W3)', async () => {
  const message = await answered([{ thought: 'hm' }, { text: 'Ann lives here.' }, call('c1')])
  message.content = '[NAME] lives here.'
  const { body } = await sentBy('responses gpt-5.4 sealed', [new HumanMessage('Hi'), message, result('c1')])
  expect(JSON.stringify(body)).toContain('[NAME] lives here.')
  expect(JSON.stringify(body)).not.toContain('Ann')
  expect(body.input).toMatchObject([
    {},
    { type: 'reasoning' },
    { type: 'message' },
    { type: 'function_call' },
    {},
  ])
})

test('calls of Gemini that are also in the content are one call (W10)', async () => {
  const args = { text: 'word '.repeat(300) }
  const kwargs = { __gemini_function_call_thought_signatures__: { c1: 'c2ln' } }
  const message = (content: object[]): AIMessage =>
    new AIMessage({
      content: content as never,
      tool_calls: [{ type: 'tool_call', id: 'c1', name: 'weather', args }],
      additional_kwargs: kwargs,
    })
  const both = message([{ type: 'functionCall', functionCall: { name: 'weather', args } }])
  const asked = new HumanMessage('Hi')
  const model = { model: 'gemini-2.5-pro', target: 'gemini' } as const
  const twice = await compile(fromLangChain([asked, both, result('c1')]), model)
  const once = await compile(fromLangChain([asked, message([]), result('c1')]), model)
  expect(twice.tokens.input).toBe(once.tokens.input)
  expect(twice.diagnostics.filter(({ level }) => level === 'warn')).toEqual([])
  expect(JSON.stringify(twice.request)).toContain('"thoughtSignature":"c2ln"')
  // A call that is no longer in the list is sent by nobody.
  both.tool_calls = []
  expect(fromLangChain([both]).session.event(0).parts).toEqual([])
})

test("a new id reaches Gemini's calls in the content, and their signatures (W10)", async () => {
  const message = (): AIMessage =>
    new AIMessage({
      content: [{ type: 'functionCall', functionCall: { name: 'weather', args: {} } }] as never,
      tool_calls: [{ type: 'tool_call', id: 'c1', name: 'weather', args: {} }],
      additional_kwargs: { __gemini_function_call_thought_signatures__: { c1: 'c2ln' } },
    })
  const model = fakeModel().respond(new AIMessage('Done.'))
  const state = [
    new HumanMessage('Hi'),
    message(),
    result('c1'),
    new HumanMessage('And?'),
    message(),
    result('c1'),
  ]
  const middleware = [contextCompiler({ model: 'gemini-2.5-pro' })]
  await createAgent({ model, tools: [], middleware }).invoke({ messages: state })
  const sent = model.calls[0]?.messages.filter(AIMessage.isInstance) ?? []
  const id = sent[1]?.tool_calls?.[0]?.id ?? ''
  expect(id).not.toBe('c1')
  expect(sent[1]?.tool_calls).toHaveLength(1)
  expect(sent[1]?.additional_kwargs).toEqual({
    __gemini_function_call_thought_signatures__: { [id]: 'c2ln' },
  })
})

test('streamed arguments in pieces are joined (O14)', () => {
  const message = {
    type: 'ai',
    content: [
      { type: 'tool_use', id: 't1', name: 'weather', input: '', index: 0 },
      { type: 'input_json_delta', index: 0, input: '{"city":' },
      { type: 'input_json_delta', index: 0, input: '"Paris"}' },
    ],
    tool_calls: [],
  }
  expect(fromLangChain([message]).session.event(0).parts).toEqual([
    { kind: 'tool-call', id: 't1', name: 'weather', arguments: '{"city":"Paris"}' },
  ])
})

test('a cache mark on a file is sent (O14)', async () => {
  const file = {
    type: 'file',
    source_type: 'base64',
    mime_type: 'application/pdf',
    data: 'JVBERi0=',
    cache_control: { type: 'ephemeral' },
  }
  const { request } = await compile(
    fromLangChain([{ type: 'human', content: [file, { type: 'text', text: 'Read.' }] }]),
    {
      target: 'anthropic',
      model: 'claude-sonnet-4-5',
    },
  )
  expect(request?.messages[0]?.content[0]).toMatchObject({
    type: 'document',
    cache_control: { type: 'ephemeral' },
  })
})

test('streamed input of a server tool makes no call of its own', () => {
  const message = {
    type: 'ai',
    content: [{ type: 'server_tool_use', id: 's1', name: 'web_search', input: '' }],
    tool_calls: [],
    invalid_tool_calls: [{ type: 'invalid_tool_call', args: '{"query":"x"}', error: 'no name' }],
    response_metadata: { model_provider: 'anthropic' },
  }
  expect(fromLangChain([message]).session.event(0).parts).toMatchObject([
    { kind: 'opaque', type: 'server_tool_use' },
  ])
})

test('all adapters throw one class with the code and the fix (D4)', async () => {
  expect(ContextError).toBe(OfAISDK)
  expect(ContextError).toBe(OfAgents)
  const failed = sentBy('responses gpt-5.4', [new HumanMessage('word '.repeat(900))], { budget: 100 })
  const error = await failed.catch((reason: { cause?: unknown }) =>
    reason instanceof ContextError ? reason : reason.cause,
  )
  expect(error).toBeInstanceOf(OfAISDK)
  expect(error).toMatchObject({ name: 'ContextError', code: 'CX4001', help: expect.any(String) })
})

test('a failed compile is never silent: the call fails, and onCompiled is called (N16)', async () => {
  const compiled: Compiled[] = []
  const model = fakeModel().respond(new AIMessage('Done.'))
  const middleware = [
    contextCompiler({ model: 'gpt-4.1', budget: 100, onCompiled: one => compiled.push(one) }),
  ]
  const agent = createAgent({ model, tools: [], middleware })
  await expect(agent.invoke({ messages: [new HumanMessage('word '.repeat(900))] })).rejects.toThrow('CX4001')
  expect(compiled.map(({ ok }) => ok)).toEqual([false])
  expect(model.calls).toEqual([])
})

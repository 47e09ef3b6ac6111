// Results of recorded calls pass `untrusted`, paired in the way of a session.
import { describe, expect, test } from 'vitest'
import type { Conversation } from '../../src/core/from/conversation.ts'
import { fromPlain } from '../../src/core/from/plain/plain.ts'
import { fromAISDK } from '../../src/core/vendor/ai-sdk/read/ai-sdk.ts'
import { fromGemini } from '../../src/core/vendor/gemini/read/gemini.ts'
import { fromOpenAI } from '../../src/core/vendor/openai/read/openai.ts'
import { compile } from '../../src/index.ts'

const untrusted = true
const codes = ({ diagnostics }: Conversation) => (diagnostics ?? []).map(({ code }) => code)

const text = async (conversation: Conversation): Promise<string> =>
  JSON.stringify((await compile(conversation, { model: 'gpt-5.4', target: 'openai-chat' })).request)

const q = { role: 'user', parts: [{ text: 'q' }] }
const response = (output: string, id?: string) => ({
  functionResponse: { ...(id && { id }), name: 'f', response: { output } },
})

test('results without ids answer parallel calls of one name, and no more than those', async () => {
  const call = { functionCall: { name: 'f', args: {} } }
  const contents = [
    q,
    { role: 'model', parts: [call, call] },
    { role: 'user', parts: [response('FIRST'), response('SECOND')] },
  ]
  const conversation = fromGemini(contents, { untrusted })
  expect(codes(conversation)).toEqual([])
  expect(await text(conversation)).toMatch(/FIRST.*SECOND/)
  const third = { role: 'user', parts: [response('A'), response('B'), response('THIRD')] }
  const more = fromGemini([...contents.slice(0, 2), third], { untrusted })
  expect(more.diagnostics?.map(({ code, at }) => [code, ...at])).toEqual([['CX6005', 'e:2.2']])
  expect(await text(more)).not.toContain('THIRD')
})

test('a result without an id answers a call with one', async () => {
  const called = { role: 'model', parts: [{ functionCall: { id: 'a', name: 'f', args: {} } }] }
  const answered = { role: 'user', parts: [response('WORDS')] }
  const conversation = fromGemini([q, called, answered], { untrusted })
  expect(codes(conversation)).toEqual([])
  expect(await text(conversation)).toContain('WORDS')
})

test('an observation answers a call that is written as JSON', async () => {
  const conversation = fromPlain(
    [
      { from: 'human', value: 'q' },
      { from: 'function_call', value: '{"name":"f","arguments":{}}' },
      { from: 'observation', value: 'WORDS' },
    ],
    { untrusted },
  )
  expect(codes(conversation)).toEqual([])
  expect(await text(conversation)).toContain('WORDS')
})

test('two calls of one id have a result each, and a late result belongs to its call', async () => {
  const call = { id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{}' } }
  const other = { ...call, function: { name: 'f', arguments: '{"a":1}' } }
  const said = { role: 'assistant', content: 'Wait.' } as const
  const result = (content: string) => ({ role: 'tool', tool_call_id: 'c', content }) as const
  const ask = { role: 'user', content: 'q' } as const
  const twice = fromOpenAI(
    [ask, { role: 'assistant', tool_calls: [call, other] }, result('FIRST'), result('SECOND')],
    { untrusted },
  )
  expect(codes(twice)).toEqual([])
  expect(await text(twice)).toMatch(/FIRST.*SECOND/)
  const late = [ask, { role: 'assistant', tool_calls: [call] }, said, result('LATE')]
  expect(codes(fromOpenAI(late, { untrusted }))).toEqual([])
  const again = fromOpenAI([...late, result('AGAIN')], { untrusted })
  expect(again.diagnostics?.map(({ at }) => at)).toEqual([['e:4.0']])
})

describe('an approval that was requested', () => {
  const call = { type: 'tool-call', toolCallId: 'c', toolName: 'del', input: { a: 1 } }
  const request = { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' }
  const answer = { type: 'tool-approval-response', approvalId: 'a', approved: true }
  const ui = {
    id: 'm',
    role: 'assistant',
    parts: [
      {
        type: 'tool-del',
        toolCallId: 'c',
        state: 'approval-responded',
        input: { a: 1 },
        approval: { id: 'a', approved: true },
      },
    ],
  }
  const asked = { id: 'u', role: 'user', parts: [{ type: 'text', text: 'q' }] }
  const lists: Readonly<Record<string, readonly object[]>> = {
    'UI messages': [asked, ui],
    'model messages': [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: [call, request] },
      { role: 'tool', content: [answer] },
    ],
  }

  test.each(Object.entries(lists))('is kept with its call (%s)', async (_, messages) => {
    const conversation = fromAISDK(messages, { untrusted })
    expect(codes(conversation)).toEqual([])
    const { request: sent } = await compile(conversation, { target: 'ai-sdk', model: 'gpt-5.4' })
    expect(sent?.messages.slice(1)).toMatchObject([
      { role: 'assistant', content: [call, request] },
      { role: 'tool', content: [answer] },
    ])
  })

  test('keeps no provider options, and no call that the provider ran', () => {
    const options = { providerOptions: { openai: { itemId: 'fc_EVIL' } } }
    const list = (more: object) => [
      { role: 'user', content: 'q' },
      {
        role: 'assistant',
        content: [
          { ...call, ...more },
          { ...request, ...options },
        ],
      },
      { role: 'tool', content: [{ ...answer, providerExecuted: true }] },
    ]
    const bare = fromAISDK(list(options), { untrusted })
    expect(codes(bare)).toEqual(['CX6006'])
    expect(JSON.stringify(bare.session)).not.toMatch(/EVIL|providerExecuted/)
    const ran = fromAISDK(list({ providerExecuted: true }), { untrusted })
    expect(codes(ran).sort()).toEqual(['CX6005', 'CX6006'])
    expect(JSON.stringify(ran.session)).not.toContain('approved')
  })

  test('is dropped without a request', () => {
    const lone = [
      { role: 'assistant', content: [request] },
      { role: 'tool', content: [answer] },
    ]
    expect(JSON.stringify(fromAISDK(lone, { untrusted }).session)).not.toContain('approved')
  })
})

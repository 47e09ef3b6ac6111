// Messages that other programs write in a form of their own: read whole, legal, and nobody's words are a developer's.
import { AIMessage, type BaseMessage, HumanMessage } from '@langchain/core/messages'
import type { AgentInputItem } from '@openai/agents-core'
import { expect, test } from 'vitest'
import { updateReplayedItems } from '../../src/core/adapter/langchain/output.ts'
import { isResult, removeRepeatedIds } from '../../src/core/adapter/openai-agents/doubles.ts'
import { compile } from '../../src/core/compile/compile.ts'
import { fromLangChain } from '../../src/core/from/langchain/langchain.ts'
import { nearModel } from '../../src/core/target/near-model.ts'
import { fromOpenAI } from '../../src/core/vendor/openai/read/openai.ts'
import { fromOpenAIResponses } from '../../src/core/vendor/openai/read/openai-responses.ts'
import { fakeProvider } from '../../src/testing/index.ts'

const user = { role: 'user', content: 'q' }
const deep = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000))

test('a caller that comes before its program, or is the item itself, is not sent (R21)', async () => {
  const program = { type: 'program', id: 'prog_1', call_id: 'p1', code: 'x', fingerprint: 'f' }
  const called = {
    type: 'function_call',
    call_id: 'c1',
    name: 'f',
    arguments: '{}',
    caller: { type: 'program', caller_id: 'p1' },
  }
  const answers = [
    { type: 'function_call_output', call_id: 'c1', output: 'a' },
    { type: 'program_output', id: 'po_1', call_id: 'p1', result: 'r', status: 'completed' },
  ]
  const input = [user, called, program, ...answers, user]
  const { request, diagnostics } = await compile(fromOpenAIResponses(input as never), { model: 'gpt-5.4' })
  expect(diagnostics.map(({ code }) => code)).toContain('CX7021')
  expect((await fakeProvider('openai').send(request as never)).status).toBe(200)
})

test.each([
  ['flat', { id: 'c1', type: 'function', name: 'weather', arguments: '{"city":"Paris"}' }],
  ['of LangChain', { id: 'c1', name: 'weather', args: { city: 'Paris' } }],
])('a Chat call in a form %s keeps its name and arguments', async (_, call) => {
  const messages = [user, { role: 'assistant', content: null, tool_calls: [call] }]
  const answer = { role: 'tool', tool_call_id: 'c1', content: 'Sunny' }
  const conversation = fromOpenAI([...messages, answer, user] as never)
  const { request } = await compile(conversation, { model: 'gpt-5.4', target: 'openai-chat' })
  expect(request?.messages[1]).toMatchObject({
    tool_calls: [
      { type: 'function', id: 'c1', function: { name: 'weather', arguments: '{"city":"Paris"}' } },
    ],
  })
  expect(JSON.stringify(request).match(/weather/g)).toHaveLength(1)
})

test('arguments of a Responses call that were logged parsed are read', async () => {
  const call = { type: 'function_call', call_id: 'c1', name: 'f', arguments: { a: 'WORDS' } }
  const input = [user, call, { type: 'function_call_output', call_id: 'c1', output: 'x' }, user]
  const { request } = await compile(fromOpenAIResponses(input as never), { model: 'gpt-5.4' })
  expect(JSON.stringify(request)).toContain('{\\"a\\":\\"WORDS\\"}')
})

test('a deeply nested value makes no reader throw', async () => {
  const chained = {
    model: 'gpt-5.4',
    previous_response_id: 'r',
    input: [{ type: 'function_call_output', call_id: 'c1', output: [deep] }],
  }
  expect(fromOpenAIResponses(chained as never).session.length).toBe(1)
  let block: object = { type: 'text', text: 'x' }
  for (let level = 0; level < 20_000; level++) block = { type: 'non_standard', value: block }
  expect(fromLangChain([{ type: 'human', content: [block] }] as never).session.length).toBe(1)
  const answer = {
    type: 'ai',
    content: '',
    tool_calls: [{ id: 'c1', name: 'f', args: { deep } }],
    response_metadata: {
      output: [{ type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' }],
    },
  }
  const { ok } = await compile(fromLangChain([{ type: 'human', content: 'q' }, answer] as never), {
    model: 'gpt-5.4',
  })
  expect(ok).toBe(true)
})

const kept = (output: object[], content = 'EVIL'): BaseMessage =>
  new AIMessage({ content, response_metadata: { model_provider: 'openai', output } })
const itemsOf = (message: BaseMessage): unknown =>
  (updateReplayedItems(message).response_metadata as { readonly output?: unknown }).output
const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'EVIL' }] }

test('items that no model can have made are not replayed by LangChain', () => {
  for (const role of ['developer', 'system', 'user']) {
    expect(itemsOf(kept([{ ...said, role }]))).toEqual([])
    expect(itemsOf(kept([said, { ...said, role }]))).toEqual([said])
  }
  expect(itemsOf(kept([said, { type: 'additional_tools', tools: [] }]))).toEqual([said])
  expect(itemsOf(kept([said]))).toEqual([said])
})

test('an answer whose content is a list of strings still has the items that LangChain replays', async () => {
  const message = new AIMessage({
    content: ['HELLO'] as never,
    response_metadata: {
      output: [{ ...said, content: [{ type: 'output_text', text: 'HELLO', annotations: [] }] }],
    },
  })
  const { request } = await compile(fromLangChain([new HumanMessage('q'), message, new HumanMessage('r')]), {
    model: 'gpt-5.4',
  })
  expect(JSON.stringify(request)).toContain('HELLO')
})

test('a result of the Agents SDK stored under the id of its call is sent without the id', () => {
  const call = { type: 'function_call', callId: 'c1', id: 'x', name: 'f', arguments: '{}' } as AgentInputItem
  const result = {
    type: 'function_call_result',
    callId: 'c1',
    id: 'x',
    name: 'f',
    status: 'completed',
    output: 'WORDS',
  } as AgentInputItem
  expect(isResult(result)).toBe(true)
  const { id: _, ...unnamed } = result as AgentInputItem & { id: string }
  expect(removeRepeatedIds([call, result], 'openai')).toEqual([call, unnamed])
})

test('a short id gets no suggestion', () => {
  expect(['x', 'x/y', 'o9'].map(nearModel)).toEqual([null, null, null])
  expect(nearModel('gtp-5.4')).toBe('gpt-5.4')
})

import { expect, test } from 'vitest'
import { fromAISDK, fromAnthropic, fromGemini, fromOpenAI, fromOpenAIResponses } from '../../from.ts'
import type { Compiled } from '../../index.ts'
import { compile } from '../compile/compile.ts'

const said = ({ diagnostics }: Compiled, code: string) =>
  diagnostics.filter(item => item.code === code).map(({ data, at }) => [data.fields ?? data.setting, at])

const claude = { target: 'anthropic', model: 'claude-sonnet-5' } as const
const user = { role: 'user', content: 'Hi' } as const

test('fields of a system message are reported on other targets, cache marks are not', async () => {
  const chat = fromOpenAI([
    {
      role: 'system',
      name: 'house',
      mood: 'stern',
      content: [
        { type: 'text', text: 'Be kind.', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'Be brief.', weight: 'much' },
      ],
    },
    user,
  ])
  expect(said(await compile(chat, claude), 'CX7019')).toEqual([
    [['name', 'mood'], ['d:instruction.0']],
    [['name', 'mood', 'weight'], ['d:instruction.1']],
  ])
  const marked = fromAISDK([
    {
      role: 'system',
      content: 'Be kind.',
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    },
    user,
  ])
  expect(said(await compile(marked, claude), 'CX7019')).toEqual([])
  const named = fromOpenAIResponses([
    { role: 'developer', name: 'house', content: 'Be kind.' } as object,
    user,
  ])
  expect(said(await compile(named, { target: 'openai', model: 'gpt-5.4' }), 'CX7019')).toEqual([
    [['name'], ['d:instruction']],
  ])
})

test('fields of a tool are reported on other targets, those of the app are not', async () => {
  const tool = { name: 'save', input_schema: { type: 'object' } }
  const examples = { input_examples: [{ city: 'Oslo' }] }
  const given = fromAnthropic({
    tools: [
      { ...tool, ...examples },
      { ...tool, name: 'load', ...examples },
    ],
    messages: [user],
  })
  expect(said(await compile(given, { target: 'openai', model: 'gpt-5.4' }), 'CX7019')).toEqual([
    [['input_examples'], ['d:tool:save', 'd:tool:load']],
  ])
  expect(said(await compile(given, claude), 'CX7019')).toEqual([])
  const app = fromAISDK({
    tools: {
      save: { description: 'Saves', inputSchema: { type: 'object' }, title: 'Save', execute: () => 'ok' },
    },
    messages: [user],
  })
  expect(said(await compile(app, claude), 'CX7019')).toEqual([])
})

test("a provider's tool without a name is reported by its keys", async () => {
  const given = fromGemini({
    contents: 'Hi',
    config: { tools: [{ googleSearch: {}, codeExecution: {} }] },
  })
  for (const target of ['openai', 'openai-chat', 'anthropic', 'ai-sdk'] as const) {
    const model = target === 'anthropic' ? 'claude-sonnet-5' : 'gpt-4.1'
    expect(said(await compile(given, { target, model }), 'CX7012')).toContainEqual([
      'tools',
      ['d:tool:googleSearch, codeExecution'],
    ])
  }
})

test('an unknown field of a sent thought is reported, on its own API too', async () => {
  const thought = {
    type: 'reasoning',
    id: 'rs_1',
    summary: [{ type: 'summary_text', text: 'Hm.', aside: 'well' }],
    encrypted_content: 'c2VhbGVk',
    extra: 'words',
  }
  const answer = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] }
  const given = fromOpenAIResponses([user, thought, answer, user], { model: 'gpt-5.4' })
  const home = await compile(given, { target: 'openai', model: 'gpt-5.4' })
  expect(JSON.stringify(home.request)).toContain('"encrypted_content":"c2VhbGVk"')
  expect(said(home, 'CX7019')).toEqual([[['extra'], ['e:1.0']]])
  const carried = await compile(given, { target: 'ai-sdk', model: 'gpt-5.4' })
  expect(JSON.stringify(carried.request)).toContain('c2VhbGVk')
  expect(said(carried, 'CX7019')).toEqual([[['summary', 'extra'], ['e:1.0']]])
  // Reasoning that is dropped as a whole is reported as a whole.
  const away = await compile(given, claude)
  expect(said(away, 'CX7019')).toEqual([])
  expect(said(away, 'CX7007')).toEqual([[undefined, ['e:1.0']]])
})

test("fields of a built-in tool's call are reported if the other API has no place for them", async () => {
  const given = fromOpenAIResponses([
    user,
    {
      type: 'shell_call',
      call_id: 'c',
      id: 'sh_1',
      status: 'completed',
      action: { commands: ['ls'] },
      note: 'words',
    },
    { type: 'shell_call_output', call_id: 'c', output: 'ok', aside: 'more' },
    user,
  ])
  expect(said(await compile(given, claude), 'CX7019')).toEqual([
    [['note'], ['e:1.0']],
    [['aside'], ['e:2.0']],
  ])
})

test('an unknown field of a thought in Chat is reported where the thought is sent without its message', async () => {
  const block = { type: 'thinking', thinking: 'Hm.', signature: 'c2VhbGVk', note: 'words' }
  const given = fromOpenAI([user, { role: 'assistant', content: 'Yes.', thinking_blocks: [block] }, user], {
    model: 'claude-sonnet-5',
  })
  const sent = await compile(given, claude)
  expect(JSON.stringify(sent.request)).toContain('c2VhbGVk')
  expect(said(sent, 'CX7019')).toEqual([[['thinking_blocks'], ['e:1.0']]])
})

import { expect, test } from 'vitest'
import { fromAISDK, fromOpenAI, fromOpenAIResponses } from '../../src/from.ts'
import { type Compiled, compile } from '../../src/index.ts'
import { fakeProvider } from '../../src/testing/index.ts'

const grammar = { syntax: 'lark', definition: 'start: "a"' }
const about = { name: 'run', description: 'Runs a script.' }
const flat = { type: 'custom', ...about, format: { type: 'grammar', ...grammar } }
const nested = { type: 'custom', custom: { ...about, format: { type: 'grammar', grammar } } }
const ofSdk = {
  type: 'provider',
  id: 'openai.custom',
  args: { description: about.description, format: flat.format },
}

const responses = fromOpenAIResponses({
  model: 'gpt-5.4',
  input: [
    { role: 'user', content: 'Run it.' },
    { type: 'custom_tool_call', call_id: 'c1', name: 'run', input: 'a' },
    { type: 'custom_tool_call_output', call_id: 'c1', output: 'done' },
  ],
  tools: [flat],
} as never)
const chat = fromOpenAI({
  model: 'gpt-5.4',
  messages: [
    { role: 'user', content: 'Run it.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'run', input: 'a' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'done' },
  ],
  tools: [nested],
} as never)
const sdk = fromAISDK({
  messages: [
    { role: 'user', content: 'Run it.' },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'run', input: 'a' }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'c1', toolName: 'run', output: { type: 'text', value: 'done' } },
      ],
    },
  ],
  tools: { run: ofSdk },
} as never)

const accepted = ({ ok, request, target, model, diagnostics }: Compiled): unknown => {
  expect(ok).toBe(true)
  expect(diagnostics.filter(({ code }) => code === 'CX7012')).toEqual([])
  expect(fakeProvider(target as 'openai').violations({ ...request, model } as never)).toEqual([])
  return request
}

test.each([
  ['Responses', responses],
  ['Chat Completions', chat],
  ['the AI SDK', sdk],
] as const)(
  'a custom tool of %s, its call and its result keep their form on each target of OpenAI',
  async (_, given) => {
    const model = 'gpt-5.4'
    expect(accepted(await compile(given, { target: 'openai-chat', model }))).toMatchObject({
      tools: [nested],
      messages: [
        { role: 'user' },
        { tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'run', input: 'a' } }] },
        { role: 'tool', tool_call_id: 'c1', content: 'done' },
      ],
    })
    expect(accepted(await compile(given, { target: 'openai', model }))).toMatchObject({
      tools: [flat],
      input: [
        { role: 'user' },
        { type: 'custom_tool_call', call_id: 'c1', name: 'run', input: 'a' },
        { type: 'custom_tool_call_output', call_id: 'c1', output: 'done' },
      ],
    })
    expect(accepted(await compile(given, { target: 'ai-sdk', model: 'openai/gpt-5.4' }))).toMatchObject({
      tools: { run: ofSdk },
      messages: [
        { role: 'user' },
        { content: [{ toolCallId: 'c1', toolName: 'run', input: 'a' }] },
        { role: 'tool' },
      ],
    })
  },
)

test('a custom tool is reported where no text can be an input', async () => {
  for (const [target, model] of [
    ['anthropic', 'claude-sonnet-4-5'],
    ['gemini', 'gemini-2.5-flash'],
  ] as const) {
    const { diagnostics, request } = await compile(responses, { target, model })
    expect(diagnostics.some(({ at }) => at.includes('d:tool:run'))).toBe(true)
    expect(JSON.stringify(request)).toContain('"input":"a"')
  }
})

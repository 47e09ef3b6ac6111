// Exported spans as backends read them: through the converter of OpenInference (Phoenix), and by Langfuse's table of
// attributes.
import { convertGenAISpanAttributesToOpenInferenceSpanAttributes as converted } from '@arizeai/openinference-genai'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { expect, test } from 'vitest'
import { agent, compile, createSession, tool } from '../../../index.ts'
import { createRunner } from '../../../run.ts'
import { scriptedModel } from '../../../testing/index.ts'
import { inMemoryStore } from '../../store/index.ts'
import { requestContent } from '../content.ts'
import { type OpenTelemetryOptions, openTelemetry } from '../index.ts'
import { requestSettings } from '../request-settings.ts'

const weather = tool({
  name: 'weather',
  description: 'Looks outside.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  execute: () => ({ sky: 'blue' }),
})
const script = [
  { text: 'I look.', calls: [{ name: 'weather', arguments: { city: 'Rome' } }] },
  { text: 'Blue.', usage: { inputTokens: 9, outputTokens: 2 } },
]

async function spansOf(options: OpenTelemetryOptions) {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const program = agent({
    ...{ name: 'helper', model: 'gpt-5.4', instruction: 'Never mention MARKER.', tools: [weather] },
    generateConfig: { maxOutputTokens: 500 },
  })
  const client = scriptedModel(script)
  const observe = openTelemetry({ tracer: provider.getTracer('test'), ...options })
  const runner = createRunner({ program, store: inMemoryStore(), models: () => client, observe })
  const key = { owner: { app: 'shop', user: 'ada' }, id: 's1' }
  await runner.run(key, { message: 'How is Rome?' }).outcome
  const spans = exporter.getFinishedSpans()
  return (begin: string) => spans.filter(({ name }) => name.startsWith(begin)).map(each => each.attributes)
}

const json = (value: unknown) => JSON.parse(String(value))

const bot = agent({
  ...{ name: 'helper', instruction: 'Never mention MARKER.', tools: [weather] },
  generateConfig: { maxOutputTokens: 500, temperature: 0.5, stopSequences: ['END'] },
})

test.each([
  ['openai', 'gpt-5.4'],
  ['openai-chat', 'gpt-4.1'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['gemini', 'gemini-2.5-flash'],
  ['ai-sdk', 'gpt-4.1'],
] as const)(
  '%s: the instruction, the tools and the settings of a request are read',
  async (target, model) => {
    const session = createSession({
      events: [
        { author: 'user', text: 'How is Rome?' },
        {
          author: 'helper',
          parts: [{ kind: 'tool-call', id: 'c1', name: 'weather', arguments: { city: 'Rome' } }],
        },
        {
          author: 'tool',
          parts: [
            {
              kind: 'tool-result',
              id: 'c1',
              name: 'weather',
              content: [{ kind: 'text', text: '{"sky":"blue"}' }],
            },
          ],
        },
      ],
    })
    const { request } = await compile(bot, session, { model, target })
    const { instructions, tools, messages } = requestContent(request as object)
    expect(json(instructions)[0]).toEqual({
      type: 'text',
      content: expect.stringContaining('Never mention MARKER.'),
    })
    expect(json(tools)).toMatchObject([{ type: 'function', name: 'weather', description: 'Looks outside.' }])
    const parts: Record<string, unknown>[] = json(messages).flatMap(({ parts }: { parts: object[] }) => parts)
    expect(parts.find(({ type }) => type === 'tool_call')).toMatchObject({ arguments: { city: 'Rome' } })
    const { response } = parts.find(({ type }) => type === 'tool_call_response') ?? {}
    expect(JSON.stringify(response)).toContain('blue')
    expect(JSON.stringify(response)).not.toContain('type')
    expect(requestSettings(request as object)).toMatchObject({ 'gen_ai.request.max_tokens': 500 })
  },
)

test('a model call has its instruction, its tools, its settings and one answer', async () => {
  const [first] = (await spansOf({ content: true }))('chat')
  expect(json(first?.['gen_ai.system_instructions'])).toEqual([
    { type: 'text', content: expect.stringContaining('Never mention MARKER.') },
  ])
  expect(json(first?.['gen_ai.tool.definitions'])).toMatchObject([{ type: 'function', name: 'weather' }])
  expect(first?.['gen_ai.request.max_tokens']).toBe(500)
  expect(json(first?.['gen_ai.output.messages'])).toEqual([
    {
      role: 'assistant',
      parts: [
        { type: 'text', content: 'I look.' },
        { type: 'tool_call', id: expect.any(String), name: 'weather', arguments: { city: 'Rome' } },
      ],
      finish_reason: expect.any(String),
    },
  ])
})

test("OpenInference's converter reads the words, the arguments and the tools", async () => {
  const [first, second] = (await spansOf({ content: true }))('chat').map(each => converted(each))
  const text = JSON.stringify([first, second])
  expect(text).toContain('Never mention MARKER.')
  const calls = Object.entries(first ?? {}).filter(([name]) => name.endsWith('tool_call.function.arguments'))
  expect(calls.map(([, value]) => json(value))).toEqual([{ city: 'Rome' }])
  expect(Object.entries(first ?? {}).some(([name]) => name.startsWith('llm.tools.0'))).toBe(true)
  expect(
    Object.keys(first ?? {}).filter(name => /^llm\.output_messages\.\d+\.message\.role$/.test(name)),
  ).toEqual(['llm.output_messages.0.message.role'])
})

test('a run and its agent have the words of the first question and of the last answer', async () => {
  const of = await spansOf({ content: true })
  for (const [attributes] of [of('invoke_workflow'), of('invoke_agent')]) {
    expect(String(attributes?.['gen_ai.input.messages'])).toContain('How is Rome?')
    expect(json(attributes?.['gen_ai.output.messages'])).toEqual([
      { role: 'assistant', parts: [{ type: 'text', content: 'Blue.' }], finish_reason: expect.any(String) },
    ])
  }
  const quiet = await spansOf({})
  for (const name of ['invoke_workflow', 'invoke_agent', 'chat'])
    expect(JSON.stringify(quiet(name))).not.toMatch(/Rome|Blue|MARKER|weather|ada/)
})

test('the user is exported by an option of its own, where Langfuse reads it', async () => {
  const [plain] = (await spansOf({ user: 'plain' }))('invoke_workflow')
  expect(plain).toMatchObject({ 'user.id': 'ada', 'langfuse.user.id': 'ada' })
  const hashed = async () => (await spansOf({ user: 'hashed' }))('invoke_workflow')[0]?.['user.id']
  expect(await hashed()).toMatch(/^[0-9a-f]{32}$/)
  expect(await hashed()).toBe(await hashed())
  expect((await spansOf({}))('invoke_workflow')[0]).not.toHaveProperty('user.id')
  expect(() => openTelemetry({ user: 'clear' as never })).toThrow(/user must be/)
})

test('Langfuse reads the type of each span: it has one for every operation but the run, which names its own', async () => {
  const of = await spansOf({})
  // Source: https://langfuse.com/integrations/native/opentelemetry
  const known = ['chat', 'execute_tool', 'invoke_agent']
  const types = ['invoke_workflow', 'invoke_agent', 'chat', 'execute_tool'].flatMap(name =>
    of(name).map(
      each =>
        each['langfuse.observation.type'] ??
        (known.includes(String(each['gen_ai.operation.name'])) ? name : 'a plain span'),
    ),
  )
  expect([...new Set(types)]).toEqual(['chain', 'invoke_agent', 'chat', 'execute_tool'])
})

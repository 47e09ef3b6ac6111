import { describe, expect, test } from 'vitest'
import type { Agent } from '../agent/agent.ts'
import { compile } from '../compile/compile.ts'
import type { CompileOptions } from '../compile/contract/options.ts'
import { createSession } from '../session/create.ts'

const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
}
const words = `Reply with valid JSON matching this schema: ${JSON.stringify(schema)}`
const agent: Agent = {
  name: 'agent',
  identity: false,
  staticInstruction: 'You plan trips.',
  tools: [{ name: 'search', parameters: schema }],
  outputSchema: { schema },
}
const session = createSession({ events: [{ author: 'user', parts: [{ kind: 'text', text: 'Hi' }] }] })

const run = async (options: CompileOptions, more: Partial<Agent> = {}) => {
  const { ok, request, diagnostics, tokens, map } = await compile(
    { agent: { ...agent, ...more }, session },
    options,
  )
  expect(ok, JSON.stringify(diagnostics)).toBe(true)
  const codes = diagnostics.map(({ code }) => code).filter(code => code === 'CX7020' || code === 'CX7013')
  return {
    request: request as never as Record<string, any>,
    codes,
    tokens,
    map,
    text: JSON.stringify(request),
  }
}

describe('an output schema next to tools', () => {
  test.each<readonly [string, CompileOptions, (request: Record<string, any>) => unknown]>([
    ['OpenAI', { target: 'openai', model: 'gpt-5.4' }, request => request.text.format.schema],
    [
      'Chat',
      { target: 'openai-chat', model: 'gpt-4.1' },
      request => request.response_format.json_schema.schema,
    ],
    [
      'Claude',
      { target: 'anthropic', model: 'claude-sonnet-4-5' },
      request => request.output_config.format.schema,
    ],
    ['Gemini', { target: 'gemini', model: 'gemini-3.8-flash' }, request => request.config.responseJsonSchema],
    ['AI SDK', { target: 'ai-sdk', model: 'gpt-5.4' }, request => request.responseFormat.schema],
    [
      'AI SDK, old Gemini',
      { target: 'ai-sdk', model: 'gemini-2.5-pro' },
      request => request.responseFormat.schema,
    ],
  ])('%s: is sent as a field', async (_, options, fieldOf) => {
    const { request, codes, text } = await run(options)
    expect(fieldOf(request)).toEqual(schema)
    expect(codes).toEqual([])
    expect(text).not.toContain('Reply with valid JSON')
  })

  test.each<readonly [string, CompileOptions, (request: Record<string, any>) => unknown]>([
    ['an old GPT', { target: 'openai', model: 'gpt-4-turbo' }, request => request.instructions],
    [
      'an old GPT in Chat',
      { target: 'openai-chat', model: 'gpt-4-turbo' },
      request => request.messages[0].content,
    ],
    ['an old Claude', { target: 'anthropic', model: 'claude-opus-4-1' }, request => request.system[0].text],
    [
      'an old Gemini beside tools',
      { target: 'gemini', model: 'gemini-2.5-pro' },
      request => request.config.systemInstruction.parts[0].text,
    ],
    ['an old GPT behind the AI SDK', { target: 'ai-sdk', model: 'gpt-4-turbo' }, request => request.system],
  ])('%s: is sent as text at the end of the instruction', async (_, options, wordsOf) => {
    const { request, codes, tokens, map } = await run(options)
    expect(wordsOf(request)).toBe(`You plan trips.\n\n${words}`)
    expect(codes).toEqual(['CX7020'])
    expect(tokens.sections.schema.max).toBeGreaterThan(0)
    expect(map.flatMap(({ segments }) => segments.map(({ origin }) => origin))).toContain('d:outputSchema')
    expect(JSON.stringify(request)).not.toContain('json_schema')
  })

  test('an old Gemini gets JSON mode without tools', async () => {
    const { request, codes } = await run({ target: 'gemini', model: 'gemini-2.5-pro' }, { tools: [] })
    expect(request.config.responseJsonSchema).toEqual(schema)
    expect(codes).toEqual([])
  })

  test('is sent as text for the target text', async () => {
    const { request, codes } = await run({ target: 'text', model: 'gpt-5.4' })
    expect(request.messages[0].content).toBe(`You plan trips.\n\n${words}`)
    expect(codes).toEqual([])
  })
})

describe('an output schema that cannot be strict', () => {
  const open = { ...schema, additionalProperties: true }
  const outputSchema = { schema: open }

  test('is sent to OpenAI without strict mode', async () => {
    const { request, codes } = await run({ target: 'openai', model: 'gpt-5.4' }, { outputSchema })
    expect(request.text.format).toMatchObject({ schema: open, strict: false })
    expect(codes).toEqual(['CX7013'])
  })

  test('is sent to Claude as text', async () => {
    const { text, codes } = await run({ target: 'anthropic', model: 'claude-sonnet-4-5' }, { outputSchema })
    expect(text).toContain('Reply with valid JSON')
    expect(codes).toEqual(['CX7020'])
  })

  test('turns off strict mode of OpenAI in the AI SDK', async () => {
    const { request, codes } = await run({ target: 'ai-sdk', model: 'gpt-5.4' }, { outputSchema })
    expect(request.providerOptions).toEqual({ openai: { strictJsonSchema: false } })
    expect(codes).toEqual(['CX7013'])
  })
})

test('the output schema and strict tools of Claude share one allowance, and the schema comes first', async () => {
  const optional = (count: number) => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, { type: 'string' }])),
    additionalProperties: false,
  })
  const { request, codes } = await run(
    { target: 'anthropic', model: 'claude-sonnet-4-5' },
    {
      tools: [{ name: 'search', strict: true, parameters: optional(20) }],
      outputSchema: { schema: optional(10) },
    },
  )
  expect(request.output_config.format.schema).toEqual(optional(10))
  expect(request.tools[0].strict).toBeUndefined()
  expect(codes).toEqual(['CX7013'])
})

test.each([
  ['openai', 'gpt-5.4'],
  ['openai-chat', 'gpt-4.1'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['gemini', 'gemini-3.8-flash'],
  ['ai-sdk', 'gpt-5.4'],
  ['ai-sdk', 'claude-sonnet-4-5'],
] as const)('%s %s: one diagnostic is reported for a schema, whatever it loses', async (target, model) => {
  const parameters = {
    type: 'object',
    oneOf: [{ properties: { a: { type: 'array', items: [{}] } } }, { properties: { b: { enum: [] } } }],
    properties: { c: { type: 'string', format: 'uri', minLength: '5', pattern: '(?=a)' } },
  }
  const { codes } = await run({ target, model }, { tools: [{ name: 'search', strict: true, parameters }] })
  expect(codes).toEqual(['CX7013'])
})

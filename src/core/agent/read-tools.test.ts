import { tool as aiTool, jsonSchema } from 'ai'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Path } from '../form/path.ts'
import { isNative } from './agent.ts'
import { readTools } from './read-tools.ts'
import { tool } from './tool.ts'
import type { ToolInputs } from './tool-input.ts'

const city = z.object({ city: z.string() })
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
/** Answer to `tools/list` in the shape of MCP 2025-11-25. */
const list = {
  tools: [
    {
      name: 'get_weather',
      title: 'Weather',
      description: 'Current weather.',
      inputSchema: { ...schema, $schema: 'http://json-schema.org/draft-07/schema#' },
      outputSchema: { type: 'object', properties: { degrees: { type: 'number' } } },
      annotations: { readOnlyHint: true, openWorldHint: true },
      icons: [{ src: 'https://x.org/i.png' }],
      _meta: { 'x.org/a': 1 },
    },
    { name: 'ping', title: 'Ping', inputSchema: { type: 'object' } },
  ],
  nextCursor: 'abc',
}

const messageOf = (inputs: unknown): string => {
  try {
    readTools(inputs as ToolInputs, Path.named('agent.tools'))
    return 'nothing was thrown'
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as Error).message
  }
}

test('our own tool is read with its schema as JSON, and its function apart', async () => {
  const search = tool({
    name: 'search',
    description: 'Finds.',
    parameters: city,
    strict: true,
    reads: ['user:name'],
    execute: ({ city }) => `in ${city}`,
  })
  const { tools, executors } = readTools([search], Path.named('agent.tools'))
  expect(tools).toEqual([
    {
      name: 'search',
      description: 'Finds.',
      parameters: expect.objectContaining(schema),
      strict: true,
      reads: ['user:name'],
    },
  ])
  expect(executors.get('search')?.({ city: 'Rome' })).toBe('in Rome')
})

test('AI SDK tools are read by name, with their functions and own fields', async () => {
  const weather = aiTool({
    description: 'Weather.',
    inputSchema: jsonSchema<{ city: string }>(schema as Parameters<typeof jsonSchema>[0]),
    strict: true,
    execute: async ({ city }) => `sunny in ${city}`,
  })
  const search = { type: 'provider' as const, id: 'openai.web_search' as const, args: {} }
  const { tools, executors } = readTools({ weather, search }, Path.named('agent.tools'))
  expect(tools[0]).toMatchObject({
    name: 'weather',
    description: 'Weather.',
    parameters: schema,
    strict: true,
    extra: { format: 'ai-sdk', fields: { inputSchema: weather.inputSchema, execute: weather.execute } },
  })
  expect(tools[1]).toEqual({ native: { format: 'ai-sdk', payload: { ...search, name: 'search' } } })
  expect(await executors.get('weather')?.({ city: 'Rome' }, {})).toBe('sunny in Rome')
  expect(executors.size).toBe(1)
})

test.each([
  ['the answer', list],
  ['its tools', list.tools],
  ['among others', [list]],
])('an MCP list is read, given as %s', (_, inputs) => {
  const { tools, executors } = readTools(inputs, Path.named('agent.tools'))
  expect(tools).toEqual([
    { name: 'get_weather', description: 'Current weather.', parameters: list.tools[0]?.inputSchema },
    { name: 'ping', description: 'Ping', parameters: { type: 'object' } },
  ])
  expect(executors.size).toBe(0)
})

test('tools of all kinds are read side by side, in their order', () => {
  const native = {
    native: {
      format: 'anthropic' as const,
      payload: { type: 'web_search_20250305', name: 'web_search' },
    },
  }
  const { tools } = readTools(
    [tool({ name: 'a' }), { b: aiTool({ inputSchema: city }) }, list, native],
    Path.named('agent.tools'),
  )
  expect(tools.map(found => (isNative(found) ? 'native' : found.name))).toEqual([
    'a',
    'b',
    'get_weather',
    'ping',
    'native',
  ])
})

test('two tools of one name are a TypeError, and a name may be any key', () => {
  const first = tool({ name: '__proto__', execute: () => 1 })
  const second = tool({ name: '__proto__', execute: () => 2 })
  expect(() => readTools([first, second], Path.named('tools'))).toThrow(
    "tools must have tools of different names, got '__proto__' twice",
  )
  const { executors } = readTools([first], Path.named('tools'))
  expect(executors.get('__proto__')?.({})).toBe(1)
  const record = JSON.parse('{"__proto__":{"inputSchema":{"type":"object"}}}') as ToolInputs
  expect(readTools(record, Path.named('tools')).tools).toMatchObject([{ name: '__proto__' }])
})

describe('a malformed tool is a TypeError that names the place', () => {
  test.each<readonly [string, unknown, string]>([
    ['null', null, 'agent.tools must be a tool'],
    ['a text', ['search'], 'agent.tools[0] must be a tool'],
    [
      'without a name',
      [aiTool({ inputSchema: city })],
      'agent.tools[0] is a tool of the AI SDK without a name',
    ],
    ['an empty name', [{ name: '' }], "agent.tools[0].name must be a name, got ''"],
    ['a misspelt key', [{ name: 'a', paramaters: {} }], "agent.tools[0] has no 'paramaters'"],
    ['a description', [{ name: 'a', description: 5 }], 'agent.tools[0].description must be a string'],
    ['strict', [{ name: 'a', strict: 'yes' }], 'agent.tools[0].strict must be true or false'],
    ['execute', [{ name: 'a', execute: 'run' }], 'agent.tools[0].execute must be a function'],
    ['reads', [{ name: 'a', reads: 'key' }], "agent.tools[0].reads must be a list, got 'key'"],
    [
      'its schema',
      [{ name: 'a', parameters: 5 }],
      'agent.tools[0].parameters must be a schema, got a number',
    ],
    ['no AI SDK tool', { search: {} }, 'agent.tools must be a tool, got an object without a name'],
    ['one without a schema', { search: { id: 'x' } }, 'agent.tools.search has no inputSchema'],
    [
      'its AI SDK schema',
      { search: { inputSchema: 5 } },
      'agent.tools.search.inputSchema must be a schema, got a number',
    ],
    [
      'a getter',
      [
        {
          get name(): never {
            throw new Error('no entry')
          },
        },
      ],
      'agent.tools[0] could not be read: no entry',
    ],
    ['an MCP tool', { tools: [{ inputSchema: {} }] }, 'agent.tools.tools[0] has no name'],
    ['its MCP schema', [{ tools: [{ name: 'a' }] }], 'agent.tools[0].tools[0].inputSchema must be'],
  ])('%s', (_, inputs, message) => expect(messageOf(inputs)).toContain(message))
})

test.each<[string, unknown]>([
  ['a promise', Promise.resolve({ tools: [] })],
  ['a function', async () => ({ tools: [] })],
  ['a map', new Map()],
  ['a date', new Date(0)],
])('%s is refused as a tool, never ignored', (_, given) => {
  for (const tools of [given, [given]])
    expect(() => readTools(tools as ToolInputs, Path.named('agent').in('tools'))).toThrow(/must be a tool/)
})

test('reveal and guard name arguments that the parameters have', () => {
  const parameters = { type: 'object', properties: { to: { type: 'string' } } }
  const given = (more: object) => () =>
    readTools([{ name: 'send', parameters, ...more }], Path.named('agent.tools'))
  expect(given({ reveal: ['email'] })).toThrow(
    "agent.tools[0].reveal[0] names 'email', which is no argument of the tool: use 'to'",
  )
  expect(given({ guard: { too: 'user' } })).toThrow("did you mean 'to'?")
  expect(given({ reveal: [{ argument: 'to', scheme: 'Bearer ' }], guard: { to: 'user' } })).not.toThrow()
  expect(given({ parameters: { ...parameters, additionalProperties: {} }, reveal: ['email'] })).not.toThrow()
})

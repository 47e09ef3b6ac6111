import { contextCompiler } from 'ctxc/langchain'
import { createAgent, providerStrategy, tool, toolStrategy } from 'langchain'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Declarations } from './tools.ts'

const shape = z.object({ city: z.string() })
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const { $schema: _, ...json } = z.toJSONSchema(shape)

const search = tool(() => 'done', { name: 'search', description: 'Searches.', schema: shape })

test('a tool is declared once, with its bound schema', () => {
  const declarations = new Declarations('openai-chat')
  const declared = declarations.of(search)
  expect(declared).toMatchObject([{ name: 'search', description: 'Searches.', parameters }])
  expect(declarations.of(search)).toBe(declared)
})

test("a provider's own tool keeps its own declaration (W1)", () => {
  const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 3 }
  expect(new Declarations('anthropic').of(search)).toEqual([
    { native: { format: 'anthropic', payload: search } },
  ])
  const openai = { type: 'web_search' }
  expect(new Declarations('openai').of(openai)).toEqual([{ native: { format: 'openai', payload: openai } }])
  const google = { googleSearch: {} }
  expect(new Declarations('gemini').of(google)).toEqual([{ native: { format: 'gemini', payload: google } }])
  const called = { type: 'function', function: { name: 'f', parameters } }
  for (const target of ['anthropic', 'openai', 'gemini'] as const)
    expect(new Declarations(target).of(called)).toMatchObject([{ name: 'f', parameters }])
})

test("a tool that brings a provider's declaration is declared by it (W1)", () => {
  const memory = Object.assign(
    tool(() => 'done', { name: 'memory', schema: shape }),
    { extras: { providerToolDefinition: { type: 'memory_20250818', name: 'memory' } } },
  )
  expect(new Declarations('anthropic').of(memory)).toMatchObject([
    { native: { payload: { type: 'memory_20250818' } } },
  ])
})

test.each([
  ['a schema', shape],
  ['a JSON Schema', json],
  ['a strategy of tools', toolStrategy(shape)],
  ["the provider's strategy", providerStrategy(shape)],
])('the response format is counted: %s', (_name, form) => {
  const declared = new Declarations('openai-chat').ofForm(form)
  expect(declared).toHaveLength(1)
  expect(declared).toMatchObject([{ parameters }])
})

test('a missing response format costs nothing', () => {
  expect(new Declarations('openai-chat').ofForm(undefined)).toEqual([])
})

test('the middleware fits an agent with tools and a response format', () => {
  const options = {
    model: 'openai:gpt-5.4',
    tools: [search],
    responseFormat: shape,
    middleware: [contextCompiler()],
  }
  expect(typeof createAgent(options).invoke).toBe('function')
})

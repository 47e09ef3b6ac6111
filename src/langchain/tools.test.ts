import { contextCompiler } from 'ctxc/langchain'
import { createAgent, providerStrategy, tool, toolStrategy } from 'langchain'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Declarations } from './tools.ts'

const shape = z.object({ city: z.string() })
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const { $schema: _, ...json } = z.toJSONSchema(shape)

const search = tool(() => 'done', { name: 'search', description: 'Searches.', schema: shape })

test('a tool is declared once, with the schema that it is bound with', () => {
  const declarations = new Declarations()
  const declared = declarations.of(search)
  expect(declared).toMatchObject({ name: 'search', description: 'Searches.', parameters })
  expect(declarations.of(search)).toBe(declared)
})

test("a provider's own tool is sized by what declares it", () => {
  const declared = new Declarations().of({ type: 'web_search_20250305', name: 'web_search', max_uses: 3 })
  expect(declared).toMatchObject({ name: 'web_search', parameters: { max_uses: 3 } })
  const openai = { type: 'function', function: { name: 'f', parameters } }
  expect(new Declarations().of(openai)).toMatchObject({ name: 'f', parameters })
})

test.each([
  ['a schema', shape],
  ['a JSON Schema', json],
  ['a strategy of tools', toolStrategy(shape)],
  ["the provider's strategy", providerStrategy(shape)],
])('the form of an answer is sized: %s', (_name, form) => {
  const declared = new Declarations().ofForm(form)
  expect(declared).toHaveLength(1)
  expect(declared).toMatchObject([{ parameters }])
})

test('no form costs nothing', () => {
  expect(new Declarations().ofForm(undefined)).toEqual([])
})

test('the middleware fits an agent with tools and a form', () => {
  const options = {
    model: 'openai:gpt-5.4',
    tools: [search],
    responseFormat: shape,
    middleware: [contextCompiler()],
  }
  expect(typeof createAgent(options).invoke).toBe('function')
})

import { expect, test } from 'vitest'
import { createContextBuilder, createMemoryManager, createState, fromMemory } from './index.ts'

const state = createState([{ id: 'a', type: 'AGENT', content: { type: 'TEXT', role: 'user', text: 'Hi' } }])

test.each([
  [{ nope: 1 }, "build has no option 'nope'"],
  [{ maxTokens: -1 }, 'build.maxTokens must be a whole number of tokens, got -1'],
  [{ maxTokens: '8' }, "build.maxTokens must be a whole number of tokens, got '8'"],
  [{ maxTokens: null }, 'build.maxTokens must be a whole number of tokens, got null'],
  [{ systemPrompt: {} }, 'build.systemPrompt must be a string, got an object'],
  [{ ids: 'no' }, "build.ids must be true or false, got 'no'"],
  [{ includeSystem: 1 }, 'build.includeSystem must be true or false, got 1'],
  [{ excludeTypes: 'AGENT' }, "build.excludeTypes must be a list, got 'AGENT'"],
  [{ excludeTypes: ['constructor'] }, 'build.excludeTypes[0] must be one of SYSTEM, AGENT, WORKFLOW'],
  [{ includeOnlyChunkIds: [5] }, 'build.includeOnlyChunkIds[0] must be a string, got 5'],
  [{ tokenizer: {} }, 'build.tokenizer must be a tokenizer: one of createTokenizer, or your own'],
  [null, 'the options of build must be an object'],
])('build refuses %j and names the option', (options, message) => {
  expect(() => createContextBuilder().build(state, options as never)).toThrow(message)
  expect(() => createContextBuilder().build(state, options as never)).toThrow(TypeError)
})

test('a tokenizer and a renderer that return invalid values are refused by name', () => {
  expect(() => createContextBuilder({} as never)).toThrow(
    'createContextBuilder.tokenizer must be a tokenizer',
  )
  const uncountable = { countTokens: () => Number.NaN }
  expect(() => createContextBuilder(uncountable).build(state)).toThrow(
    'the result of countTokens must be a whole number of tokens, got NaN',
  )
  class Mine {
    canRender = () => true
    getRole = (): never => 'user' as never
    render = (): never => undefined as never
  }
  const odd = Object.assign(new Mine(), { getRole: () => 'tool', render: () => 'x' })
  expect(() => createContextBuilder().registerRenderer(new Mine()).build(state)).toThrow(
    "the renderer of chunk 'a' (Mine).render is missing: give a string",
  )
  expect(() => fromMemory(state, { renderers: [odd as never] })).toThrow(
    "the renderer of chunk 'a' (Mine).getRole must be one of system, user, assistant, got 'tool'",
  )
  expect(() => createContextBuilder().registerRenderer({} as never)).toThrow(
    'registerRenderer.renderer must be a renderer: { canRender, getRole, render }',
  )
})

const summarize = (): string => 'x'

test.each<[unknown, string]>([
  [undefined, 'compact must be given options: { summarize }'],
  [{}, 'compact.summarize is missing: give a function that writes the summary, or a handler'],
  [{ summarize: { id: 'a' } }, 'compact.summarize.run'],
  [{ summarize, keepRecent: 1.5 }, 'compact.keepRecent must be a whole number of items, got 1.5'],
  [{ summarize, keepRecent: -1 }, 'compact.keepRecent must be a whole number of items, got -1'],
  [{ summarize, keepRecent: Number.NaN }, 'compact.keepRecent must be a whole number of items, got NaN'],
  [{ summarize, tokenizer: 5 }, 'compact.tokenizer must be a tokenizer: one of createTokenizer'],
])('compact refuses %j', async (options, message) => {
  const memory = createMemoryManager()
  memory.createThread('t')
  await expect(memory.compact('t', options as never)).rejects.toThrow(message)
})

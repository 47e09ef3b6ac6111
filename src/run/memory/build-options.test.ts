import { expect, test } from 'vitest'
import { createContextBuilder, createMemoryManager, createState, fromMemory } from './index.ts'

const state = createState([{ id: 'a', type: 'AGENT', content: { type: 'TEXT', role: 'user', text: 'Hi' } }])

test.each([
  [{ nope: 1 }, "build has no option 'nope'"],
  [{ maxTokens: -1 }, 'maxTokens must be a whole number from 0, got -1'],
  [{ maxTokens: '8' }, "maxTokens must be a whole number from 0, got '8'"],
  [{ maxTokens: null }, 'maxTokens must be a whole number from 0, got null'],
  [{ systemPrompt: {} }, 'systemPrompt must be a string, got object'],
  [{ ids: 'no' }, "ids must be true or false, got 'no'"],
  [{ includeSystem: 1 }, 'includeSystem must be true or false, got 1'],
  [{ excludeTypes: 'AGENT' }, 'excludeTypes must be a list of types of chunks'],
  [{ excludeTypes: ['constructor'] }, 'excludeTypes[0] must be one of the types of chunks'],
  [{ includeOnlyChunkIds: [5] }, 'includeOnlyChunkIds[0] must be one of the ids of chunks'],
  [{ tokenizer: {} }, 'tokenizer is one of createTokenizer, or your own'],
  [null, 'the options of build must be an object'],
])('build refuses %j and names the option', (options, message) => {
  expect(() => createContextBuilder().build(state, options as never)).toThrow(message)
  expect(() => createContextBuilder().build(state, options as never)).toThrow(TypeError)
})

test('a tokenizer and a renderer that return invalid values are refused by name', () => {
  expect(() => createContextBuilder({} as never)).toThrow('the tokenizer of a builder is')
  const uncountable = { countTokens: () => Number.NaN }
  expect(() => createContextBuilder(uncountable).build(state)).toThrow(
    'countTokens of a tokenizer must return',
  )
  class Mine {
    canRender = () => true
    getRole = (): never => 'user' as never
    render = (): never => undefined as never
  }
  const odd = Object.assign(new Mine(), { getRole: () => 'tool', render: () => 'x' })
  expect(() => createContextBuilder().registerRenderer(new Mine()).build(state)).toThrow(
    "the renderer of chunk 'a' (Mine) must return a string, got undefined",
  )
  expect(() => fromMemory(state, { renderers: [odd as never] })).toThrow('(Mine) must return one of')
  expect(() => createContextBuilder().registerRenderer({} as never)).toThrow('a renderer has canRender')
})

const summarize = (): string => 'x'

test.each<[unknown, string]>([
  [undefined, 'the options of compact must have summarize'],
  [{}, 'the options of compact must have summarize'],
  [{ summarize: { id: 'a' } }, 'compact.summarize.run'],
  [{ summarize, keepRecent: 1.5 }, 'keepRecent must be a whole number from 0, got 1.5'],
  [{ summarize, keepRecent: -1 }, 'keepRecent must be a whole number from 0, got -1'],
  [{ summarize, keepRecent: Number.NaN }, 'keepRecent must be a whole number from 0, got NaN'],
  [{ summarize, tokenizer: 5 }, 'tokenizer is one of createTokenizer'],
])('compact refuses %j', async (options, message) => {
  const memory = createMemoryManager()
  memory.createThread('t')
  await expect(memory.compact('t', options as never)).rejects.toThrow(message)
})

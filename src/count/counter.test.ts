import { expect, test } from 'vitest'
import { createCounter } from './counter.ts'
import { tokenizerOf } from './disk.ts'

const image = { estimate: 0, max: 0 }
const openai = { encoding: 'o200k_base', image } as const
const claude = { encoding: null, estimator: 'claude-3', image } as const
const words = 'What is the weather in Paris?'
const own = { count: (text: string) => Math.ceil(text.length / 4) }

test("text is exact with the model's own vocabulary, and with a tokenizer that is given as its own", () => {
  expect(createCounter(openai).text(words)).toEqual({ estimate: 7, max: 7, exact: true })
  expect(createCounter(claude, own).text(words)).toEqual({ estimate: 8, max: 8, exact: true })
  expect(createCounter(openai, own).text(words)).toEqual({ estimate: 8, max: 8, exact: true })
})

test('text is estimated where the vocabulary is not public, or the given one is another', () => {
  const estimated = createCounter(claude).text(words)
  expect(estimated).toEqual({ estimate: 8, max: 12, exact: false })
  expect(createCounter(claude, tokenizerOf('o200k_base')).text(words)).toEqual(estimated)
  expect(createCounter(claude, tokenizerOf('cl100k_base')).text(words)).toEqual(estimated)
  expect(createCounter(claude, { ...own, encoding: 'cl100k_base' }).text(words)).toEqual(estimated)
  expect(createCounter(openai, tokenizerOf('cl100k_base')).text(words).exact).toBe(false)
})

test('what a provider adds does not depend on who counts the words', () => {
  const { message, call, tool } = createCounter(claude)
  expect(createCounter(claude, own)).toMatchObject({ message, call, tool })
  expect(call.max).toBeGreaterThan(createCounter(openai).call.max)
})

test('a tokenizer that returns no count is named', () => {
  for (const tokens of [1.5, -1, Number.NaN, '3', Promise.resolve(3)])
    expect(() => createCounter(openai, { count: () => tokens as number }).text(words)).toThrow(
      'must return a whole number of tokens',
    )
})

test("what is not read is sized by a caller's own counter, not by a table of vocabularies", () => {
  const rate = createCounter(claude, own).perCharacter
  expect(rate).toBeGreaterThan(0.24)
  expect(rate).toBeLessThan(0.26)
  expect(createCounter(claude).perCharacter).toBeGreaterThan(0.4)
  expect(createCounter(openai, tokenizerOf('o200k_base')).perCharacter).toBe(
    createCounter(openai).perCharacter,
  )
})

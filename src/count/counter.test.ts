import { expect, test } from 'vitest'
import { createCounter } from './counter.ts'
import { tokenizerOf } from './disk.ts'

const image = { estimate: 0, max: 0 }
const openai = { encoding: 'o200k_base', image } as const
const claude = { encoding: null, estimator: 'claude-3', image } as const
const words = 'What is the weather in Paris?'
const own = { count: (text: string) => Math.ceil(text.length / 4) }

test("a count is exact with the model's own vocabulary, or with a tokenizer declared as its own", () => {
  expect(createCounter(openai).text(words)).toEqual({ estimate: 7, max: 7, exact: true })
  expect(createCounter(claude, own).text(words)).toEqual({ estimate: 8, max: 8, exact: true })
  expect(createCounter(openai, own).text(words)).toEqual({ estimate: 8, max: 8, exact: true })
})

test("a count is an estimate if the vocabulary is unknown or another model's", () => {
  const estimated = createCounter(claude).text(words)
  expect(estimated).toEqual({ estimate: 8, max: 12, exact: false })
  expect(createCounter(claude, tokenizerOf('o200k_base')).text(words)).toEqual(estimated)
  expect(createCounter(claude, tokenizerOf('cl100k_base')).text(words)).toEqual(estimated)
  expect(createCounter(claude, { ...own, encoding: 'cl100k_base' }).text(words)).toEqual(estimated)
  expect(createCounter(openai, tokenizerOf('cl100k_base')).text(words).exact).toBe(false)
})

test('overhead of a provider does not depend on the tokenizer', () => {
  const { message, call, tool } = createCounter(claude)
  expect(createCounter(claude, own)).toMatchObject({ message, call, tool })
  expect(call.max).toBeGreaterThan(createCounter(openai).call.max)
})

test('a tokenizer that returns an invalid count is refused', () => {
  for (const tokens of [1.5, -1, Number.NaN, '3', Promise.resolve(3)])
    expect(() => createCounter(openai, { count: () => tokens as number }).text(words)).toThrow(
      'must return a whole number of tokens',
    )
})

test("the rate for unread text comes from the caller's own tokenizer, not from a table", () => {
  const rate = createCounter(claude, own).perCharacter
  expect(rate).toBeGreaterThan(0.24)
  expect(rate).toBeLessThan(0.26)
  expect(createCounter(claude).perCharacter).toBeGreaterThan(0.4)
  expect(createCounter(openai, tokenizerOf('o200k_base')).perCharacter).toBe(
    createCounter(openai).perCharacter,
  )
})

import { expect, test } from 'vitest'
import { type CacheRule, cacheRules, priceOf } from './cache-rule.ts'
import { sharedWith } from './sent.ts'

const named = (name: string): CacheRule => cacheRules.find(rule => rule.name === name) as CacheRule

test('what was not read is written, and what is below the minimum is neither', () => {
  const rule = named('Anthropic')
  expect(priceOf(rule, 10_000, 8_000)).toBe(800 + 2_500)
  expect(priceOf(rule, 10_000, 1_023)).toBe(12_500)
  expect(priceOf(rule, 1_000, 900)).toBe(1_000)
})

test('reads are rounded down, and writes are free where the provider has it so', () => {
  expect(priceOf(named('OpenAI to GPT-5.5'), 2_000, 1_100)).toBeCloseTo(102.4 + 976)
  expect(priceOf(named('Gemini, implicit'), 5_000, 4_095)).toBe(5_000)
})

test('every rule says as of when, and where from', () => {
  for (const { asOf, source } of cacheRules) {
    expect(asOf).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(source.length).toBeGreaterThan(0)
  }
})

test('requests are alike as far as whole messages are, with any earlier one', () => {
  const sent = (...keys: number[]) => ({
    keys: [0, ...keys],
    ends: [0, ...keys].map((_, at) => 10 * (at + 1)),
  })
  expect(sharedWith([], sent(1, 2))).toBe(0)
  expect(sharedWith([sent(1, 2, 3), sent(1, 4)], sent(1, 2, 5))).toBe(30)
  expect(sharedWith([sent(2)], sent(1))).toBe(10)
})

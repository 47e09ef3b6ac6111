import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromAnthropic } from '../../from.ts'
import { compile } from '../compile/compile.ts'
import { approximate } from './approximate.ts'
import { count } from './count.ts'
import { createCounter } from './counter.ts'
import { estimate } from './estimate.ts'

const image = { tokens: () => 0 } as never
const own = createCounter({ encoding: 'o200k_base', image }, approximate)

/** Sentences in many languages and scripts, capitals, marks, names, and random letters. */
const { texts: languages } = JSON.parse(readFileSync('test/count/languages.json', 'utf8')) as {
  texts: Readonly<Record<string, string>>
}

/**
 * One text in eight of this repository's documents, code, JSON and recorded conversations, cut to the length of
 * messages.
 */
const files = globSync(['*.md', 'docs/*.md', 'src/**/*.ts', 'examples/**/*.json', 'package.json'])
const texts = files
  .flatMap(file => readFileSync(file, 'utf8').match(/[\s\S]{1,3000}/g) ?? [])
  .filter((_, at) => at % 8 === 0)

test.each(Object.entries(languages))('%s: the bound is no less than the real count', (_, text) => {
  expect(own.text(text).max).toBeGreaterThanOrEqual(count(text))
})

test('the bound is no less than the real count, and no more than twice on average (N13)', () => {
  let real = 0
  let most = 0
  let likely = 0
  for (const text of texts) {
    const counted = count(text)
    const { estimate, max, exact } = own.text(text)
    expect(exact).toBe(false)
    expect(max, text).toBeGreaterThanOrEqual(counted)
    real += counted
    most += max
    likely += estimate
  }
  expect(texts.length).toBeGreaterThan(100)
  expect(most / real).toBeLessThan(2)
  expect(Math.abs(likely / real - 1)).toBeLessThan(0.1)
})

test.each(['claude-3', 'claude-4-7', 'gemini', 'unknown'] as const)(
  "the bound for %s is no less than the vocabulary's estimate",
  name => {
    for (const text of [...texts, ...Object.values(languages)])
      expect(estimate(text, name, approximate).max, text).toBeGreaterThanOrEqual(
        estimate(text, name).estimate,
      )
  },
)

test('compile accepts it for any model, and reports its counts as estimates', async () => {
  const conversation = fromAnthropic([{ role: 'user', content: 'What is the weather in Paris?' }])
  for (const model of ['claude-sonnet-5', 'gpt-5.4', 'gemini-3.5-flash', 'gpt-4']) {
    const { ok, tokens } = await compile(conversation, { model, count: approximate })
    expect([ok, tokens.exact, tokens.max >= tokens.input], model).toEqual([true, false, true])
  }
})

test('a count is a whole number, and other values than text are refused', () => {
  expect(approximate.count('')).toBe(0)
  expect(approximate.count('What is the weather in Paris?')).toBe(8)
  expect(() => approximate.count(1 as never)).toThrow('a text to count must be a string, got 1')
})

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { approximate } from './approximate.ts'
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
      /^the result of the option count must be a whole number of tokens, got /,
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

describe('a measured bound', () => {
  const english = 'The build of the parser failed because a test of it expects an older message. '.repeat(20)
  const measured = createCounter(claude, undefined, { bound: 'measured' })
  const proven = createCounter(claude)

  test.each([
    ['English', english],
    [
      'code',
      'export const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)\n'.repeat(20),
    ],
    ['JSON', JSON.stringify(Array.from({ length: 40 }, (_, id) => ({ id, name: 'a name', ok: true })))],
  ])('is the factor of the row times the estimate for %s', (_, text) => {
    const { estimate, max } = measured.text(text)
    expect(max / estimate).toBeGreaterThan(1.1)
    expect(max / estimate).toBeLessThan(1.15)
    expect(proven.text(text).max).toBeGreaterThan(max * 1.1)
  })

  test.each([
    ['base64', 'q83vEjRWeJq8jt8B+kZ7YtPwXc0LhG5uRsTaVbNmQ1o2p3I4e6D7f8g9H0jKlMnA'.repeat(5)],
    ['a digest', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    ['a long number', '3141592653589793238462643383279502884197'],
    ['letters at random', 'xqzv kwjp bvxt qgfz zzkr wqpl vxcm jhtq ktrw pqzx'],
    ['ideographs', '委员会星期二开会，同意在月底前公布调查结果。'],
    ['Cyrillic', 'Комитет собрался во вторник и решил опубликовать выводы до конца месяца.'],
    ['emoji', '🙂🚀🎉👩‍🚀🙂🚀🎉👩‍🚀'],
  ])('is the proven one for %s', (_, text) => {
    expect(measured.text(text).max).toBe(proven.text(text).max)
  })

  test('is nearly the proven one for other languages in Latin letters', () => {
    const { texts } = JSON.parse(readFileSync('test/count/languages.json', 'utf8'))
    for (const name of ['swahili', 'hausa', 'zulu', 'tagalog', 'somali', 'welsh', 'polish', 'turkish'])
      expect(measured.text(texts[name]).max, name).toBeGreaterThan(proven.text(texts[name]).max * 0.93)
  })

  test('counts the parts of a text by themselves', () => {
    const key = 'sk_9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
    const alone = proven.text(key).max - measured.text('').max
    const both = measured.text(`${english}${key}`)
    expect(both.max).toBeGreaterThan(measured.text(english).max + alone * 0.9)
    expect(both.max).toBeLessThan(proven.text(english).max)
  })

  test('adds tokens to a request, and nothing where no log was', () => {
    expect(measured.request).toEqual({ estimate: 0, max: 50, exact: false })
    expect(proven.request.max).toBe(0)
    const gemini = { ...claude, estimator: 'gemini' } as const
    for (const facts of [gemini, openai]) {
      const counter = createCounter(facts, undefined, { bound: 'measured' })
      expect(counter.text(english)).toEqual(createCounter(facts).text(english))
      expect(counter.request.max).toBe(0)
    }
  })
})

describe('a covered bound', () => {
  const english = 'The build of the parser failed because a test of it expects an older message. '
  const counterOf = (family: string, factor: number | null = null) =>
    createCounter({ ...claude, family }, undefined, { bound: 'covered', factor })
  const logged = counterOf('claude-sonnet-4-5')

  test('allows a long text more for each token than a short one, up to its share', () => {
    const rateOf = (times: number): number => {
      const { estimate, max } = logged.text(english.repeat(times))
      return max / estimate
    }
    expect(rateOf(20)).toBeLessThan(1.06)
    expect(rateOf(100)).toBeGreaterThan(rateOf(50))
    expect(rateOf(500)).toBeCloseTo(1.14, 3)
    expect(rateOf(1_000)).toBeCloseTo(1.14, 3)
  })

  test('is never less than a root of squares allows', () => {
    for (const [times, length] of [
      [1, 10],
      [5, 40],
      [25, 20],
      [200, 30],
      [3, 300],
    ] as const) {
      const { estimate, max } = logged.text(english.repeat(length))
      const sum = times * estimate
      const most = sum * 1.04 + 0.1 * Math.sqrt(times * estimate ** 2)
      expect(times * max + logged.request.max).toBeGreaterThanOrEqual(Math.min(most, 1.14 * sum))
    }
  })

  test('scales messages and calls where they were logged, and is larger for models without logs', () => {
    expect([logged.message.max, logged.call.max]).toEqual([3, 72])
    const other = counterOf('claude-sonnet-4')
    expect([other.message.max, other.call.max]).toEqual([3, 78])
    expect(other.text(english).max).toBeGreaterThan(logged.text(english).max)
    const gemini = { ...claude, estimator: 'gemini' } as const
    expect(createCounter(gemini, undefined, { bound: 'covered' }).call.max).toBe(60)
  })

  test('is the measured one where no row has another', () => {
    for (const estimator of ['claude-4-7', 'unknown'] as const) {
      const [covered, measured] = (['covered', 'measured'] as const).map(bound =>
        createCounter({ ...claude, estimator }, undefined, { bound }),
      )
      expect(covered?.text(english)).toEqual(measured?.text(english))
      expect(covered?.request).toEqual(measured?.request)
    }
  })

  test('is the proven one for base64 and other scripts, and for approximate counts', () => {
    for (const text of [
      '委员会星期二开会',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    ])
      expect(logged.text(text).max).toBe(createCounter(claude).text(text).max)
    const counter = createCounter(claude, approximate, { bound: 'covered' })
    expect(counter.text(english)).toEqual(createCounter(claude, approximate).text(english))
  })

  test('is replaced by a reported factor, which bounds no text below its estimate', () => {
    const { estimate } = logged.text(english)
    expect(counterOf('claude-sonnet-4-5', 1.5).text(english).max).toBeGreaterThan(estimate * 1.5)
    expect(counterOf('claude-sonnet-4-5', 0.5).text(english).max).toBeGreaterThanOrEqual(estimate)
  })
})

test('a strict bound ignores what usage reports', () => {
  const strict = createCounter(claude, undefined, { bound: 'proven', factor: 1 })
  expect(strict.text(words)).toEqual(createCounter(claude).text(words))
  expect(createCounter(claude, undefined, { bound: 'measured', factor: 1 }).text(words).max).toBe(9)
})

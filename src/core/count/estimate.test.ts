import { expect, test } from 'vitest'
import { count } from './count.ts'
import { tokenizerOf } from './disk.ts'
import { estimate } from './estimate.ts'

const names = ['claude-3', 'claude-4-7', 'gemini', 'unknown'] as const
const texts = {
  prose: 'The committee met on Tuesday and agreed to publish its findings before the end of the month. ',
  code: 'export const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)\n',
  ideographs: '委员会星期二开会，同意在月底前公布调查结果。',
  cyrillic: 'Комитет собрался во вторник и решил опубликовать выводы до конца месяца. ',
  hindi: 'समिति की बैठक मंगलवार को हुई और उसने निष्कर्ष प्रकाशित करने का निर्णय लिया। ',
  digits: '3141592653589793238462643383279502884197',
  emoji: '🙂🚀🎉👩‍🚀',
}

test.each(names)('%s: the bound is no less than the estimate, and no more than the bytes', name => {
  for (const [kind, text] of Object.entries(texts)) {
    const { estimate: likely, max, exact } = estimate(text.repeat(10), name)
    expect([likely <= max, exact], kind).toEqual([true, false])
    expect(max, kind).toBeLessThanOrEqual(Buffer.byteLength(text.repeat(10)) + 1)
  }
  expect(estimate('', name)).toEqual({ estimate: 0, max: 0, exact: false })
})

test('each family weighs kinds of text its own way', () => {
  const ratio = (text: string, name: (typeof names)[number]): number =>
    Number((estimate(text.repeat(50), name).estimate / count(text.repeat(50))).toFixed(1))
  expect(names.map(name => ratio(texts.prose, name))).toEqual([1.1, 1.6, 1.1, 1.1])
  expect(names.map(name => ratio(texts.digits, name))).toEqual([1, 1, 2.8, 1.1])
  expect(names.map(name => ratio(texts.cyrillic, name))).toEqual([1.9, 1.9, 0.9, 1.2])
})

test('a word of two scripts is bounded by the dearer one', () => {
  const thai = 'ภาษาไทยไม่มีช่องว่างระหว่างคำ'
  for (const name of names)
    expect(estimate(`AI${thai}`, name).max, name).toBeGreaterThanOrEqual(estimate(thai, name).max)
})

test('endless combining marks take no more time than other text', () => {
  const { estimate: likely, max } = estimate(`a${'\u0301\u0316'.repeat(100_000)}`, 'claude-3')
  expect(likely).toBeLessThanOrEqual(max)
})

test('a text that grows in compatibility form is bounded by the longer form', () => {
  const text = '\ufdfa'.repeat(20)
  expect(estimate(text, 'claude-3').max).toBeGreaterThan(Buffer.byteLength(text))
})

test('an unknown estimator is refused by name', () => {
  expect(() => estimate('a', 'llama' as never)).toThrow('the estimator must be claude-3 (')
  expect(() => estimate('a', 'gemini', tokenizerOf('cl100k_base'))).toThrow('works from o200k_base')
})

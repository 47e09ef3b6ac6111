import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { count, countUpTo, type Keep, truncate } from '../../src/core/count/index.ts'
import { decodedBytes, fuzzedText, hostileTexts, numbers } from './texts.ts'

const text = fc.integer({ min: 0, max: 0xffffffff }).map(seed => {
  const next = numbers(seed)
  return Array.from({ length: 1 + next(8) }, () => fuzzedText(next)).join('')
})
const keep = fc.constantFrom<Keep>('head', 'tail', 'ends')

test('countUpTo counts up to a limit, and one more if the text is longer', () => {
  fc.assert(
    fc.property(text, fc.nat(200), (given, limit) => {
      expect(countUpTo(given, limit)).toBe(Math.min(count(given), limit + 1))
    }),
    { numRuns: 500 },
  )
})

describe('truncate', () => {
  test('leaves at most the given tokens, counts them exactly, and reports the cut', () => {
    fc.assert(
      fc.property(text, fc.nat(60), keep, (given, limit, kept) => {
        const { text: left, tokens, cut } = truncate(given, limit, kept)
        expect(tokens).toBe(count(left))
        expect(tokens).toBeLessThanOrEqual(limit)
        expect(cut === null).toBe(count(given) <= limit)
        expect(cut ? given.slice(0, cut.from) + given.slice(cut.to) : given).toBe(left)
        if (kept === 'head') expect(given.startsWith(left)).toBe(true)
        if (kept === 'tail') expect(given.endsWith(left)).toBe(true)
      }),
      { numRuns: 1_500 },
    )
  })

  test('cuts between characters', () => {
    const seen = new Intl.Segmenter('en', { granularity: 'grapheme' })
    const given =
      'Hi 👨‍👩‍👧 漢字かな 🇩🇪🇫🇷🇯🇵 e\u0301\u0302 👍🏽 \r\n naïve Привет, \u1112\u1161\u11ab\u1100\u1173\u11af 한\u11a8 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ｶﾞ กำ می\u200cخواهم '.repeat(
        3,
      )
    const starts = new Set([...seen.segment(given)].map(({ index }) => index).concat(given.length))
    for (const kept of ['head', 'tail', 'ends'] as const) {
      for (let limit = 0; limit < count(given); limit++) {
        const { cut } = truncate(given, limit, kept)
        expect([starts.has(cut?.from ?? 0), starts.has(cut?.to ?? 0)], `${kept} ${limit}`).toEqual([
          true,
          true,
        ])
      }
    }
  })

  test('keeps all that fits: whole words of prose to the token', () => {
    const given = 'The quick brown fox jumps over the lazy dog. '.repeat(2_000)
    for (const kept of ['head', 'tail', 'ends'] as const)
      for (const limit of [1, 2, 7, 100, 9_999]) expect(truncate(given, limit, kept).tokens).toBe(limit)
  })

  test('works for texts without a border to cut at', () => {
    const next = numbers(4)
    for (const make of [...Object.values(hostileTexts), decodedBytes]) {
      const given = make(20_000, next)
      for (const kept of ['head', 'tail', 'ends'] as const) {
        const { text: left, tokens } = truncate(given, 100, kept)
        expect(tokens).toBe(count(left))
        expect(tokens).toBeLessThanOrEqual(100)
      }
    }
  })

  test('takes little time if the parts have more tokens together than apart', () => {
    // Digits that are no ASCII are cut in threes from the start of their run, so that every join changes all of them.
    const given = `${'x\u200d११'.repeat(4_800)}x\u200d${'२०७'.repeat(9_600)}`
    const { text: left, tokens } = truncate(given, 16_000, 'ends')
    expect(tokens).toBe(count(left))
    expect(tokens).toBeLessThanOrEqual(16_000)
  })

  test('puts a mark at each cut, within the budget', () => {
    fc.assert(
      fc.property(text, fc.nat(60), keep, (given, limit, kept) => {
        const mark = '\n[… cut …]\n'
        const { text: left, tokens, cut } = truncate(given, limit, kept, 'o200k_base', mark)
        expect(tokens).toBe(count(left))
        expect(tokens).toBeLessThanOrEqual(limit)
        if (cut && left !== '') expect(left).toBe(given.slice(0, cut.from) + mark + given.slice(cut.to))
      }),
      { numRuns: 500 },
    )
    const log = truncate('line\n'.repeat(100), 20, 'ends', 'o200k_base', '[…]\n').text
    expect(log).toMatch(/^line\n.+\[…\]\n.+line\n$/s)
    expect(truncate('many words here', 1, 'head', 'o200k_base', 'a long mark')).toMatchObject({ text: '' })
  })

  test('leaves nothing for no tokens, and all for enough', () => {
    for (const limit of [0, -1, 0.9]) expect(truncate('some words', limit).text).toBe('')
    expect(truncate('some words', Number.POSITIVE_INFINITY)).toEqual({
      text: 'some words',
      tokens: 2,
      cut: null,
    })
  })
})

test('an invalid text, number or encoding is refused by name', () => {
  for (const limit of [null, Number.NaN, '7']) {
    expect(() => truncate('a b', limit as never, 'ends')).toThrow('tokens must be a number of tokens')
    expect(() => countUpTo('a b', limit as never)).toThrow('limit must be a number of tokens')
  }
  expect(() => truncate('a b', 1, 'middle' as never)).toThrow('keep must be one of head, tail, ends')
  expect(() => count('a', '__proto__' as never)).toThrow('the encoding must be o200k_base or cl100k_base')
  expect(() => count(7 as never)).toThrow('must be a string, got 7')
  expect(() => count('a', 'p50k' as never)).toThrow(
    "the encoding must be o200k_base or cl100k_base, got 'p50k'",
  )
})

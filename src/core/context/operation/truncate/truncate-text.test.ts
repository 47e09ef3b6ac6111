import fc from 'fast-check'
import { expect, test } from 'vitest'
import { truncateText } from './truncate-text.ts'

/** Counts four characters as a token. */
const count = (text: string): number => Math.ceil(text.length / 4)
const lines = Array.from({ length: 400 }, (_, at) => `line ${at} of the text`).join('\n')
const keeps = fc.constantFrom('head', 'tail', 'both' as const)

test('a text that fits stays unchanged', () => {
  expect(truncateText('one two', { tokens: 2, keep: 'head' }, count)).toBeNull()
})

test('truncate keeps the head, the tail or both, at line ends, with a mark for the rest', () => {
  const cut = (keep: 'head' | 'tail' | 'both'): string[] =>
    (truncateText(lines, { tokens: 40, keep }, count) ?? '').split('\n')
  expect(cut('head').slice(0, -1)).toEqual([0, 1, 2, 3, 4, 5, 6].map(at => `line ${at} of the text`))
  expect(cut('head').at(-1)).toMatch(/^\[… [\d,]+ characters cut …\]$/)
  expect(cut('tail').at(-1)).toBe('line 399 of the text')
  expect(cut('tail')[0]).toMatch(/^\[… [\d,]+ characters cut …\]$/)
  expect([cut('both')[0], cut('both').at(-1)]).toEqual(['line 0 of the text', 'line 399 of the text'])
})

test('the mark counts the cut characters', () => {
  const left = truncateText(lines, { tokens: 100, keep: 'both' }, count) ?? ''
  const [head = '', said = '', tail = ''] = left.split(/\n\[… ([\d,]+) characters cut …\]\n/)
  expect(head.length + tail.length + Number(said.replaceAll(',', ''))).toBe(lines.length)
})

test('JSON is cut to fewer elements, and numbers keep their spelling', () => {
  const text = JSON.stringify({ all: Array.from({ length: 200 }, (_, id) => ({ id })), sum: 0 }).replace(
    '"sum":0',
    '"sum":12345678901234567890',
  )
  const all = (keep: 'head' | 'tail' | 'both'): unknown[] => {
    const left = truncateText(text, { tokens: 80, keep }, count) as string
    expect(left).toContain('"sum":12345678901234567890')
    return (JSON.parse(left) as { all: unknown[] }).all
  }
  expect([all('head')[0], all('head').at(-1)]).toEqual([{ id: 0 }, expect.stringContaining('more items')])
  expect([all('tail')[0], all('tail').at(-1)]).toEqual([expect.stringContaining('more items'), { id: 199 }])
  expect([all('both')[0], all('both').at(-1)]).toEqual([{ id: 0 }, { id: 199 }])
})

test('JSON that fits without its blanks loses only those', () => {
  const value = { a: [1, 2, 3], b: 'c' }
  expect(truncateText(JSON.stringify(value, null, 8), { tokens: 8, keep: 'head' }, count)).toBe(
    JSON.stringify(value),
  )
})

test('a cut text is within its tokens, well formed, and JSON if the text is', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 2_000 }),
    fc.jsonValue().map(value => JSON.stringify(value, null, 2)),
    fc.array(fc.lorem(), { maxLength: 40 }).map(words => words.join('\n')),
  )
  fc.assert(
    fc.property(text, fc.nat(200), keeps, (text, tokens, keep) => {
      const left = truncateText(text, { tokens, keep }, count)
      expect(count(left ?? text)).toBeLessThanOrEqual(tokens)
      if (left === null) return
      expect(left.isWellFormed()).toBe(true)
      if (left !== '' && /^[[{"]/.test(text) && isJson(text)) expect(isJson(left)).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test.each([
  ['a'.repeat(1_000_000), 5_000],
  ['one two three\n'.repeat(100_000), 10],
  [`[${'[1,"two"],'.repeat(100_000)}0]`, 500],
  ['['.repeat(400_000) + ']'.repeat(400_000), 50],
])('a long text is counted only a few times', (text, tokens) => {
  let calls = 0
  const left = truncateText(text, { tokens, keep: 'both' }, given => {
    calls++
    return count(given)
  })
  expect(count(left ?? text)).toBeLessThanOrEqual(tokens)
  expect(calls).toBeLessThan(40)
})

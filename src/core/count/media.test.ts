import { describe, expect, test } from 'vitest'
import { formulaCount } from '../ir/count.ts'
import type { FilePart, FileSource } from '../ir/file.ts'
import { isBase64 } from '../text/base64.ts'
import { countFileTokens } from './media.ts'

const image = { estimate: 1_000, max: 2_000 }
const range = (estimate: number, max: number) => ({ estimate, max })
const media = { page: range(250, 500), audioSecond: range(32, 32), videoSecond: range(100, 300) }
const count = (text: string) => ({ estimate: text.length, max: text.length, exact: true })
const file = (mediaType: string, source: FileSource): FilePart => ({ kind: 'file', mediaType, source })
const bytes = (length: number): FileSource => ({ type: 'base64', data: 'A'.repeat(length / 0.75) })
const url: FileSource = { type: 'url', url: 'https://example.com/x' }
const pdf: FileSource = { type: 'base64', data: btoa('/Type /Page '.repeat(3)) }

describe('a model with its own image sizes', () => {
  test.each([
    ['an image', file('image/png', url), formulaCount(1_000, 2_000)],
    ['three pages', file('application/pdf', pdf), formulaCount(750, 1_500)],
    ['pages that are elsewhere', file('application/pdf', url), formulaCount(2_500, 5_000)],
    ['a sound', file('audio/mp3', bytes(48_000)), formulaCount(96, 384)],
    ['a video', file('video/mp4', bytes(750_000)), formulaCount(300, 9_000)],
    ['a video that is elsewhere', file('video/mp4', url), formulaCount(60_000, 180_000)],
  ])('counts %s', (_name, part, expected) => {
    expect(countFileTokens(part, { image, media }, count)).toEqual(expected)
  })
})

test('a page counts as its words and its picture without sizes of its own', () => {
  expect(countFileTokens(file('application/pdf', pdf), { image }, count)).toEqual(formulaCount(9_000, 15_000))
})

test('a text document counts as its words', () => {
  const part = file('text/plain', { type: 'text', text: 'Hello' })
  expect(countFileTokens(part, { image, media }, count)).toEqual(formulaCount(5, 5))
})

test('base64 is recognized in linear time, whatever the text (A1)', () => {
  const began = performance.now()
  for (const end of ['!', '=!', '= = !', '===']) expect(isBase64(`${' '.repeat(199_000)}${end}`)).toBe(false)
  expect(performance.now() - began).toBeLessThan(1_000)
  for (const text of ['', 'AAAA', 'AA==', 'AA= =\n', 'A-_/+ A\n=', '  ']) expect(isBase64(text)).toBe(true)
  for (const text of ['A=A', 'AA===', 'A!', 42]) expect(isBase64(text)).toBe(false)
})

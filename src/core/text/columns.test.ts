import { expect, test } from 'vitest'
import { cutColumns, fitColumns, oneLine, terminalColumns, wrapText } from './columns.ts'

test('wide characters take two columns, combining ones none', () => {
  expect([
    terminalColumns('abc'),
    terminalColumns('\u4f60\u597d'),
    terminalColumns('e\u0301'),
    terminalColumns('\ud83d\ude00'),
  ]).toEqual([3, 4, 1, 2])
})

test('a cut text ends with an ellipsis and fits', () => {
  expect(cutColumns('abcdef', 4)).toBe('abc\u2026')
  expect(cutColumns('\u4f60\u597d\u5417', 4)).toBe('\u4f60\u2026')
  expect(cutColumns('abc', 3)).toBe('abc')
  expect([fitColumns('ab', 4), fitColumns('ab', 4, 'right')]).toEqual(['ab  ', '  ab'])
})

test('lines break between words, and within words that are too long', () => {
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrapText('abcdefgh ij', 3)).toEqual(['abc', 'def', 'gh', 'ij'])
  expect(wrapText('', 5)).toEqual([''])
})

test('characters that control a terminal are removed', () => {
  expect(oneLine('a\n\tb\u001b[31mc\u202ed')).toBe('a b\u00b7[31mc\u00b7d')
})

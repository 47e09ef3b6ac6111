import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { count, type Encoding } from '../../src/core/count/index.ts'
import { referenceOf } from './reference.ts'
import { decodedBytes, fuzzedText, hostileTexts, numbers } from './texts.ts'

const encodings: readonly Encoding[] = ['o200k_base', 'cl100k_base']

/** Real text of this repository, in stretches long and short. */
function realTexts(): string[] {
  const folders = ['docs', 'src/core/count', 'test/form', 'test/wire', 'test/sdk']
  const files = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.(md|ts|json)$/.test(entry.name))
      .map(entry => readFileSync(`${entry.parentPath}/${entry.name}`, 'utf8')),
  )
  return [...files, files.join('\n').slice(0, 400_000), files.join('')]
}

describe.each(encodings)('%s counts what the reference tokenizer counts', encoding => {
  const reference = referenceOf(encoding)
  const differing = (texts: Iterable<string>): string[] =>
    [...texts].filter(text => count(text, encoding) !== reference(text)).map(text => text.slice(0, 80))

  test('for the texts of this repository', () => {
    expect(differing(realTexts())).toEqual([])
  })

  test('for fuzzed texts', () => {
    const next = numbers(1)
    expect(differing(Array.from({ length: 4_000 }, () => fuzzedText(next)))).toEqual([])
  })

  test('for long texts of many fuzzed ones, which are counted in segments', () => {
    const next = numbers(2)
    const long = (): string => Array.from({ length: 3_000 }, () => fuzzedText(next)).join(next(2) ? '' : ' ')
    expect(differing([long(), long(), decodedBytes(60_000, next)])).toEqual([])
  })

  test('for texts without a border to cut at', () => {
    const next = numbers(3)
    const texts = Object.values(hostileTexts).map(make => make(3_000, next))
    expect(differing(texts)).toEqual([])
  })

  test('for texts that the patterns treat specially', () => {
    const texts = [
      '',
      '<|endoftext|>',
      '\ufeffmark',
      'a\u0085b',
      "it'ſ, IT'S, we'LL",
      '\n  ',
      'end \n\n  \n ',
      '   x',
      'ABC漢DEFg',
      'e\u0301ABC',
      '\u0301ABC',
      '\u0301a',
      "\u0301's",
      '//\n//',
      ' //\r\n/x',
      '\ud800',
      'a\udc00b',
    ]
    expect(differing(texts)).toEqual([])
  })
})

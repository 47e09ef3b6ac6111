import { describe, expect, test } from 'vitest'
import { numbers } from '../../../test/count/texts.ts'
import { readAsset } from '../asset/read-asset.ts'
import { readable } from './hash.ts'
import { Merger } from './merge.ts'
import { mergeLong } from './merge-long.ts'
import { Vocabulary } from './vocabulary.ts'

/** First code point and number of code points of scripts of which tokens contain parts of characters. */
const scripts = [
  [0x20, 1],
  [0x61, 26],
  [0xc0, 0x200],
  [0x3b0, 0x1f0],
  [0x5d0, 0x80],
  [0x900, 0x400],
  [0xe00, 0x60],
  [0x10d0, 0x30],
  [0x2000, 0x200],
  [0x4e00, 0x5200],
  [0xac00, 0x2ba4],
  [0x1f300, 0x300],
] as const

describe.each(['o200k_base', 'cl100k_base'] as const)('%s', encoding => {
  const vocabulary = new Vocabulary(readAsset(`${encoding}.bin`))
  /** Whether the parts that a new merger counts are those of a merge that begins with the bytes. */
  const isEqual = (text: string, merger = new Merger(vocabulary)): boolean => {
    const bytes = new Uint8Array(text.length * 3 + readable)
    const view = new DataView(bytes.buffer)
    const { written } = new TextEncoder().encodeInto(text, bytes)
    return merger.count(bytes, view, 0, written) === mergeLong(vocabulary, view, 0, written).parts
  }

  test('characters that are merged first change no count, also beside tokens with parts of characters', () => {
    const next = numbers(3)
    const character = (): string => {
      const [first, count] = scripts[next(scripts.length)]!
      return String.fromCodePoint(first + next(count))
    }
    const merger = new Merger(vocabulary)
    const texts = Array.from({ length: 3_000 }, () =>
      Array.from({ length: 2 + next(30) }, character).join(''),
    )
    const script = (from: number, count: number): string =>
      Array.from({ length: 60 }, () => String.fromCodePoint(from + next(count))).join('')
    const ofOneScript = scripts.flatMap(([from, count]) =>
      Array.from({ length: 40 }, () => script(from, count)),
    )
    expect([...texts, ...ofOneScript].filter(text => !isEqual(text, merger))).toEqual([])
  })

  test('the first piece of a merger may begin with a token that ends inside a character', () => {
    const next = numbers(4)
    const texts = Array.from({ length: 200 }, () => ` ${String.fromCodePoint(0x4e00 + next(0x5200))}的`)
    expect(texts.filter(text => !isEqual(text))).toEqual([])
  })
})

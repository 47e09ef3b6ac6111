import { expect, test } from 'vitest'
import { barPieces } from './bar-pieces.ts'

const piece = (size: number, look = 'hue-user') => ({ size, look, to: 'u0.0', title: `message[${size}]` })
const looksOf = (sizes: readonly number[], whole: number): string[] =>
  barPieces(
    sizes.map(size => piece(size)),
    whole,
  ).map(({ text }) => /width:([\d.]+)%/.exec(text)?.[1] ?? '')

test('pieces that are wide enough are drawn as they are', () => {
  expect(looksOf([10, 30, 60], 100)).toEqual(['10.000', '30.000', '60.000'])
})

test('narrow neighbours are drawn as one piece, which looks like the largest of them', () => {
  const pieces = [...Array.from({ length: 9_999 }, () => piece(1)), piece(1, 'hue-model')]
  const drawn = barPieces(pieces, 10_000)
  expect(drawn.length).toBe(500)
  expect(drawn[0]?.text).toContain('title="20 blocks from message[1]: 20 tokens"')
  const [only] = barPieces([piece(1), piece(5, 'hue-tools'), piece(2)], 100_000)
  expect(only?.text).toContain('class="hue-tools"')
})

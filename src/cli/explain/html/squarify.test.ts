import { expect, test } from 'vitest'
import { squarify } from './squarify.ts'

test('tiles cover the whole area by weight', () => {
  const weights = [50, 20, 10, 10, 5, 3, 1, 1]
  const tiles = squarify(weights, 1000, 330)
  for (const [index, { width, height }] of tiles.entries())
    expect((width * height) / 100).toBeCloseTo(weights[index] as number)
  for (const { left, top, width, height } of tiles) {
    expect(left + width).toBeLessThanOrEqual(100.001)
    expect(top + height).toBeLessThanOrEqual(100.001)
  }
})

import { expect, test } from 'vitest'
import { readVectors } from './read-vectors.ts'

test('a list that claims to be huge is refused without a walk over it (A21)', () => {
  const huge: number[] = []
  huge.length = 4_294_967_295
  const texts = Array.from({ length: 200 }, (_, at) => `${at}`)
  const began = performance.now()
  const vectors = readVectors(
    texts.map(() => huge),
    { texts },
  )
  // Walking over one of these lists takes seconds.
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(vectors.every(vector => 'error' in vector && vector.error.includes('4294967295 numbers'))).toBe(true)
  expect(readVectors([[1, 2]], { texts: ['a'] })).toEqual([{ numbers: Float32Array.of(1, 2) }])
})

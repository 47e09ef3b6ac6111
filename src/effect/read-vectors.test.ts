import { expect, test } from 'vitest'
import { readVectors } from './read-vectors.ts'

const texts = ['a', 'b']
const errorsOf = (given: unknown) =>
  readVectors(given, { texts }).map(vector => ('error' in vector ? vector.error : null))

test('numbers become 32 bits each', () => {
  const given = [[0.1, 0], Float64Array.of(1, -2)]
  expect(readVectors(given, { texts })).toEqual([
    { numbers: Float32Array.of(0.1, 0) },
    { numbers: Float32Array.of(1, -2) },
  ])
})

test.each<readonly [unknown, string]>([
  [null, 'it gave no list'],
  [{ embeddings: [] }, 'it gave no list'],
  [[], 'it gave 0 for 2 texts'],
  [[[1], [1], [1]], 'it gave 3 for 2 texts'],
])('%j is nothing for any text', (given, why) => expect(errorsOf(given)).toEqual([why, why]))

test.each<readonly [unknown, string]>([
  [null, 'it gave no list of numbers'],
  ['12', 'it gave no list of numbers'],
  [{ length: 2, 0: 1, 1: 1 }, 'it gave no list of numbers'],
  [[], 'it gave no numbers'],
  [[1, '2'], 'it gave something that is no number'],
  [[1, 2n], 'it gave something that is no number'],
  [new Array(2), 'it gave something that is no number'],
  [[1, Number.NaN], 'it gave a number that is not finite'],
  [[1, 1e300], 'it gave a number that is not finite'],
  [[0, -0], 'it gave nothing but 0'],
  [[1], 'it gave more numbers for one text than for another'],
])('of two texts one may come to nothing: %#', (given, why) => {
  expect(errorsOf([[1, 2], given])).toEqual([null, why])
})

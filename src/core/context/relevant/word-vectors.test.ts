import { expect, test } from 'vitest'
import { vectorsOnDisk } from './disk.ts'
import { testVectors } from './test-vectors.ts'

const product = (left?: Float64Array, right?: Float64Array): number =>
  left?.reduce((sum, value, at) => sum + value * (right?.[at] ?? 0), 0) ?? 0

test('a direction has length 1, and unknown words have none', () => {
  const vectors = testVectors({ dog: [0], puppy: [0, 1] })
  const dog = vectors.meanDirection(['dog', 'dog'])
  expect(product(dog, dog)).toBeCloseTo(1)
  expect(product(dog, vectors.meanDirection(['puppy']))).toBeCloseTo(Math.SQRT1_2)
  expect(vectors.meanDirection(['xyzzy'])).toBeUndefined()
  expect(vectors.meanDirection([])).toBeUndefined()
})

test("the package's vectors put similar words near each other", () => {
  const vectors = vectorsOnDisk()
  const near = (left: string, right: string) =>
    product(vectors?.meanDirection([left]), vectors?.meanDirection([right]))
  expect(near('dog', 'cat')).toBeGreaterThan(near('dog', 'parliament') + 0.3)
  expect(vectorsOnDisk()).toBe(vectors)
})

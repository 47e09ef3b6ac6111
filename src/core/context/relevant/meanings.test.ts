import { expect, test } from 'vitest'
import { Meanings } from './meanings.ts'
import { testVectors } from './test-vectors.ts'

const vectors = testVectors({ dog: [0], puppy: [0, 1], law: [2], hello: [3] })

test('words that all units share do not make them alike', () => {
  const meanings = new Meanings(vectors)
  for (const [ordinal, word] of ['dog', 'law'].entries()) meanings.set(ordinal, ['hello', 'hello', word])
  const likeness = meanings.likenessTo(['hello', 'puppy'])
  expect(likeness?.(0)).toBeGreaterThan(0.3)
  expect(likeness?.(1)).toBeLessThan(0)
})

test('a unit without known words has likeness 0, and a query without them has none', () => {
  const meanings = new Meanings(vectors)
  meanings.set(0, ['xyzzy'])
  meanings.set(1, ['law'])
  expect(meanings.likenessTo(['dog'])?.(0)).toBe(0)
  expect(meanings.likenessTo(['xyzzy'])).toBeUndefined()
})

test('setting a unit again replaces its meaning', () => {
  const again = new Meanings(vectors)
  again.set(0, ['law', 'hello'])
  again.set(1, ['dog'])
  again.set(0, ['puppy'])
  const once = new Meanings(vectors)
  once.set(0, ['puppy'])
  once.set(1, ['dog'])
  for (const ordinal of [0, 1])
    expect(again.likenessTo(['dog', 'law'])?.(ordinal)).toBe(once.likenessTo(['dog', 'law'])?.(ordinal))
})

import { expect, test } from 'vitest'
import { reasonOf } from './reason.ts'

const silent = new Error('x')
Object.defineProperty(silent, 'message', {
  get() {
    throw new Error('none')
  },
})

test.each<[string, unknown, string]>([
  ['an error is', new Error('no such city'), 'no such city'],
  ['an error without words is', new RangeError(''), 'RangeError'],
  ['a text is', 'no such city', 'no such city'],
  ['a symbol is', Symbol('a'), 'Symbol(a)'],
  ['undefined is', undefined, 'undefined'],
  ['an object without a prototype is', Object.create(null), 'something that has no words'],
  ['an error that throws when it is asked is', silent, 'something that has no words'],
])('%s reported as its reason', (_, error, words) => {
  expect(reasonOf(error)).toBe(words)
})

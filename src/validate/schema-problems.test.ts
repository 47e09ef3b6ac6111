import { expect, test } from 'vitest'
import { problemsIn } from './schema-problems.ts'

test('a frozen schema is read, and not changed', () => {
  const schema = Object.freeze({ type: 'object', required: ['a'] })
  expect(problemsIn({ a: 1 }, schema)).toEqual([])
  expect(problemsIn({}, schema)).toHaveLength(1)
})

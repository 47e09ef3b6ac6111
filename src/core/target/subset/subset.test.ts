import { expect, test } from 'vitest'
import { beyondStrict } from '../../vendor/openai/write/shared/schema.ts'

test('branches nested beyond the stack are found, not followed', () => {
  let inner: object = { type: 'string' }
  for (let depth = 0; depth < 20_000; depth++) inner = { anyOf: [inner] }
  const root = {
    type: 'object',
    properties: { a: inner },
    required: ['a'],
    additionalProperties: false,
  }
  expect(beyondStrict(root)).toHaveLength(1)
  expect(beyondStrict(root)[0]).toMatch(/nested too deep$/)
})

import { expect, test } from 'vitest'
import { isPromise } from './promise.ts'

test('isPromise accepts promises of any kind, and no other value', () => {
  // biome-ignore lint/suspicious/noThenProperty: what is looked for
  const like = { then: () => {} }
  for (const value of [Promise.resolve(), Promise.reject(new Error('no')), like])
    expect(isPromise(value)).toBe(true)
  for (const value of [undefined, null, 0, 'then', {}, [], () => {}]) expect(isPromise(value)).toBe(false)
})

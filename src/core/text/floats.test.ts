import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFloats, writeFloats } from './floats.ts'

test('written numbers are read back bit for bit', () => {
  const numbers = fc.float32Array({ minLength: 1, noNaN: true, noDefaultInfinity: true })
  fc.assert(
    fc.property(numbers, given => {
      expect(readFloats(writeFloats(given))).toEqual(given)
    }),
  )
})

test('written bytes are the same on every machine', () => {
  expect(writeFloats(Float32Array.of(1, -2.5, 0))).toBe('AACAPwAAIMAAAAAA')
})

test.each(['', 'AAA=', 'no base64', 'AACAfw==', 'AADAfw=='])('%j holds no numbers', text => {
  expect(readFloats(text)).toBeNull()
})

import { expect, test } from 'vitest'
import { crc32, crcDigits, endsInCrc } from './crc32.ts'

test('the CRC-32 of the digits is the published check value', () => {
  expect(crc32('123456789')).toBe(0xcbf43926)
})

test('a body ends in its checksum, as tokens of GitHub and npm do', () => {
  // The example of a public description of the format, in two parts.
  const body = ['zQWBuTSOoRi4A9spHcVY5', 'ncnsDkxkJ'].join('')
  expect(crcDigits(body)).toBe('0mLq17')
  expect(endsInCrc(`${body}0mLq17`)).toBe(true)
  expect(endsInCrc(`${body}0mLq18`)).toBe(false)
  expect(endsInCrc('short')).toBe(false)
})

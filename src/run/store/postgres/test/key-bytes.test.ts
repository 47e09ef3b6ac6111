import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameFromHex, nameToHex } from '../key-bytes.ts'

/** Texts of any code units, with lone surrogates, byte order marks, and characters at the borders of UTF-8's lengths. */
const texts = fc
  .array(
    fc.oneof(
      fc.nat(0xffff),
      fc.constantFrom(
        0,
        0x7f,
        0x80,
        0x7ff,
        0x800,
        0xd7ff,
        0xd800,
        0xdbff,
        0xdc00,
        0xdfff,
        0xe000,
        0xfeff,
        0xffff,
      ),
    ),
  )
  .map(units => String.fromCharCode(...units))

test('every name comes back from its bytes, and well-formed names are UTF-8', () => {
  fc.assert(
    fc.property(texts, name => {
      expect(nameFromHex(nameToHex(name))).toBe(name)
      if (name.isWellFormed()) expect(nameToHex(name)).toBe(Buffer.from(name).toString('hex'))
    }),
    { numRuns: 5_000 },
  )
})

test('the bytes of names that differ in a lone surrogate are different', () => {
  const names = ['\ud800', '\ud801', '\udc00', '\ufffd', '\ud800\udc00', 'a\ud800', 'a\udc00b']
  expect(names.map(nameToHex)).toEqual([
    'eda080',
    'eda081',
    'edb080',
    'efbfbd',
    'f0908080',
    '61eda080',
    '61edb08062',
  ])
})

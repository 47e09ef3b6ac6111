import { hash } from 'node:crypto'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { digest } from './digest.ts'

const texts = [
  '',
  'abc',
  'ä€😀',
  'half \ud800 a pair',
  '\udc00',
  'x'.repeat(55),
  'x'.repeat(64),
  'ä'.repeat(512),
]

test.each([...texts, 'x'.repeat(200_000), ...texts])(
  'a text has the same digest on every platform, short or long, early or late: %#',
  text => {
    expect(digest(text)).toBe(hash('sha256', text))
    expect(digest(text)).toBe(bytesToHex(sha256(utf8ToBytes(text))))
  },
)

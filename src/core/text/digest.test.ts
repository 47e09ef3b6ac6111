import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { digest } from './digest.ts'

test.each(['', 'abc', 'ä€😀', 'x'.repeat(200_000), 'half \ud800 a pair', '\udc00'])(
  'a text has the same digest on every platform: %#',
  text => {
    expect(digest(text)).toBe(bytesToHex(sha256(utf8ToBytes(text))))
  },
)

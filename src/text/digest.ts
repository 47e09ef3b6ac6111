import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { builtin } from './builtin.ts'

/** Hash function of the platform, if it has one: about ten times as fast. */
const native = builtin<typeof import('node:crypto')>('node:crypto')?.hash

/** Returns the SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export const digest = (text: string): string =>
  native?.('sha256', text) ?? bytesToHex(sha256(utf8ToBytes(text)))

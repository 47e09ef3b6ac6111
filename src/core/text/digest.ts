import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { builtin } from './builtin.ts'

type Hash = typeof import('node:crypto').hash

/**
 * Hash function of the platform, about ten times as fast as our own; null if there is none, undefined before the first
 * use.
 */
let native: Hash | null | undefined

/** Longest text, in characters, that our own function hashes before the platform's is loaded. */
const shortText = 512
/** Number of short texts that our own function hashes: it takes less time for them than Node takes to load its own. */
let shortTexts = 16

/** Returns the SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export function digest(text: string): string {
  if (native === undefined && (text.length > shortText || --shortTexts < 0))
    native = builtin<typeof import('node:crypto')>('node:crypto')?.hash ?? null
  return native?.('sha256', text) ?? bytesToHex(sha256(utf8ToBytes(text)))
}

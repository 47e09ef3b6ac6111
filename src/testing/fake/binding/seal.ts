import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isFields } from '../shape.ts'
import type { PrefixOrigin } from './prefix.ts'

/** Facts inside a signature or sealed content, so that it can be judged without server state. */
export interface FakeSeal extends PrefixOrigin {
  readonly kind: 'reasoning' | 'compaction'
  /** Id of the model that made the content; `bound` is whether that model binds its reasoning. */
  readonly model: string
  readonly bound: boolean
  readonly account: string
  readonly user: string
  /** Digest of the signed content itself. */
  readonly content: string
  /** Role of the last message that a compaction summarized. */
  readonly role: string
  /** Bases whose reasoning remains valid after a compaction. */
  readonly kept: readonly string[]
}

const macOf = (text: string, key: string): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)).subarray(0, 8))

/** Returns a seal as one opaque string. */
export const sealed = (seal: FakeSeal, key: string): string => {
  const text = JSON.stringify(seal)
  return btoa(`${macOf(text, key)}${text}`)
}

/** Returns the facts in an opaque string; null if another key sealed it, or if it seals another kind of content. */
export const unsealed = (value: unknown, kind: FakeSeal['kind'], key: string): FakeSeal | null => {
  if (typeof value !== 'string') return null
  try {
    const plain = atob(value)
    const text = plain.slice(16)
    const seal: unknown = macOf(text, key) === plain.slice(0, 16) ? JSON.parse(text) : null
    return isFields(seal) && seal.kind === kind ? (seal as unknown as FakeSeal) : null
  } catch {
    return null
  }
}

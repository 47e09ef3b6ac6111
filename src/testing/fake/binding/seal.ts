import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { isFields } from '../shape.ts'
import type { PrefixOrigin } from './prefix.ts'

/** Facts encoded in a fake signature (seal), so that the provider can check it without server state. */
export interface FakeSeal extends PrefixOrigin {
  readonly kind: 'reasoning' | 'compaction'
  /** Id of the model that made the content; `bound` is whether this model binds its reasoning to earlier content. */
  readonly model: string
  readonly bound: boolean
  readonly account: string
  readonly user: string
  /** Digest of the signed content itself. */
  readonly content: string
  /** Role of the last message that a compaction summarized; used only for compactions. */
  readonly role: string
  /** Digest of the user messages before the compaction item of `/responses/compact`; empty for other content. */
  readonly window: string
  /** Ids of the earlier compactions after which reasoning remains valid; used only for compactions. */
  readonly kept: readonly string[]
}

const authenticationCode = (text: string, key: string): string =>
  bytesToHex(hmac(sha256, utf8ToBytes(key), utf8ToBytes(text)).subarray(0, 8))

/** Returns a signature as one opaque string, protected with the key. */
export const encodeSeal = (seal: FakeSeal, key: string): string => {
  const text = JSON.stringify(seal)
  return btoa(`${authenticationCode(text, key)}${text}`)
}

/** Returns the facts in a signature; null if it was made with another key or for another kind of content. */
export const decodeSeal = (value: unknown, kind: FakeSeal['kind'], key: string): FakeSeal | null => {
  if (typeof value !== 'string') return null
  try {
    const plain = atob(value)
    const text = plain.slice(16)
    const seal: unknown = authenticationCode(text, key) === plain.slice(0, 16) ? JSON.parse(text) : null
    return isFields(seal) && seal.kind === kind ? (seal as unknown as FakeSeal) : null
  } catch {
    return null
  }
}

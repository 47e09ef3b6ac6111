import type { Prefix, PrefixOrigin } from './prefix.ts'
import type { FakeSeal } from './seal.ts'

/** Causes of lost reasoning, in the order in which they are reported: the first that applies. */
export type BindingReason =
  | 'invalid_signature'
  | 'organization_mismatch'
  | 'end_user_mismatch'
  | 'model_mismatch'
  | 'prefix_mismatch'

/** Reasoning item that the model would ignore. */
export interface DeadReasoning {
  /** Path in the request: `messages.1.content.0`, `input.3`. */
  readonly path: string
  /** Id of an OpenAI item; empty for Claude. */
  readonly id: string
  readonly reason: BindingReason
  /** Describes the change, for the reader of a failed test. */
  readonly change: string
}

/** Verdict on all reasoning of one request. */
export interface BindingJudgement {
  /** Number of reasoning items that the model would read. */
  readonly alive: number
  readonly dead: readonly DeadReasoning[]
  /** Text of an error that no option can prevent, such as for a damaged signature; null if there is none. */
  readonly refused: string | null
}

/** Reasoning item, with its position in a request. */
export interface Found {
  readonly path: string
  readonly id: string
  /** Digest of the content itself. */
  readonly content: string
  readonly seal: FakeSeal | null
}

/** Functions that answer a vendor's questions about one seal. */
export interface Readability {
  /** Whether the item is valid only at its original position. */
  readonly isBound: (seal: FakeSeal) => boolean
  readonly isForeignAccount: (seal: FakeSeal) => boolean
  readonly isForeignUser: (seal: FakeSeal) => boolean
  readonly isReadable: (seal: FakeSeal) => boolean
  readonly isAltered: (found: Found, seal: FakeSeal) => boolean
}

/**
 * Returns why the model would ignore an item at its position, and the change that caused it; null if it would read it.
 */
export const faultOf = (
  found: Found,
  prefix: Prefix,
  asks: Readability,
): { readonly reason: BindingReason; readonly change: string } | null => {
  const { seal } = found
  if (seal === null) return { reason: 'invalid_signature', change: 'no signature of this provider' }
  if (asks.isAltered(found, seal))
    return { reason: 'invalid_signature', change: 'the item itself was altered' }
  if (asks.isForeignAccount(seal))
    return { reason: 'organization_mismatch', change: `made in ${seal.account}` }
  if (asks.isForeignUser(seal)) return { reason: 'end_user_mismatch', change: `made for ${seal.user}` }
  if (!asks.isReadable(seal)) return { reason: 'model_mismatch', change: `made by ${seal.model}` }
  const change = asks.isBound(seal) ? prefix.change(seal as PrefixOrigin) : null
  return change === null ? null : { reason: 'prefix_mismatch', change }
}

import type { Origin, Prefix } from './prefix.ts'
import type { Seal } from './seal.ts'

/** Causes by which reasoning is lost, in the order in which the first that holds is reported. */
export type BindingReason =
  | 'invalid_signature'
  | 'organization_mismatch'
  | 'end_user_mismatch'
  | 'model_mismatch'
  | 'prefix_mismatch'

/** Reasoning item that the model would not read. */
export interface DeadReasoning {
  /** Place in the request: `messages.1.content.0`, `input.3`. */
  readonly path: string
  /** Id of an OpenAI item; empty for Claude. */
  readonly id: string
  readonly reason: BindingReason
  /** Describes the change, for the reader of a failed test. */
  readonly change: string
}

/** Verdict on all reasoning of one request. */
export interface BindingJudgement {
  /** Number of reasoning items that the model reads. */
  readonly alive: number
  readonly dead: readonly DeadReasoning[]
  /** Text of an error that no option prevents, such as a damaged signature; null if there is none. */
  readonly refused: string | null
}

/** Reasoning item at its place in a request. */
export interface Found {
  readonly path: string
  readonly id: string
  /** Digest of the content itself. */
  readonly content: string
  readonly seal: Seal | null
}

/** Questions that a vendor answers about one seal. */
export interface Readability {
  /** Whether the item is valid only at the place where it was made. */
  readonly isBound: (seal: Seal) => boolean
  readonly isForeignAccount: (seal: Seal) => boolean
  readonly isForeignUser: (seal: Seal) => boolean
  readonly isReadable: (seal: Seal) => boolean
  readonly isAltered: (found: Found, seal: Seal) => boolean
}

/** Returns why an item would not be read at its place, and what changed; null if it would be. */
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
  const change = asks.isBound(seal) ? prefix.change(seal as Origin) : null
  return change === null ? null : { reason: 'prefix_mismatch', change }
}

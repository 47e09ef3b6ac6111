import type { Prefix, PrefixOrigin } from './prefix.ts'
import type { FakeSeal } from './seal.ts'

/** Reasons why the model ignores reasoning. If several apply, the first of this list is reported. */
export type BindingReason =
  | 'invalid_signature'
  | 'organization_mismatch'
  | 'end_user_mismatch'
  | 'model_mismatch'
  | 'prefix_mismatch'

/** Reasoning item or thinking block that the model would ignore. */
export interface DeadReasoning {
  /** Path in the request: `messages.1.content.0` for Claude, `input.3` for OpenAI. */
  readonly path: string
  /** Id of an OpenAI item; empty for Claude. */
  readonly id: string
  readonly reason: BindingReason
  /** Description of the change that invalidated the reasoning, for the reader of a failed test. */
  readonly change: string
}

/** Verdict on all reasoning of one request. */
export interface BindingJudgement {
  /** Number of reasoning items that are valid, so that the model would read them. */
  readonly alive: number
  readonly dead: readonly DeadReasoning[]
  /** Text of an error that no request option prevents, such as for a damaged signature; null if there is none. */
  readonly refused: string | null
}

/** Reasoning item or thinking block, with its position in a request. */
export interface Found {
  readonly path: string
  readonly id: string
  /** Digest of the item's own content, without the content before it. */
  readonly content: string
  readonly seal: FakeSeal | null
}

/** Functions that decide whether the requested model can read the content behind one signature (seal). */
export interface Readability {
  /** Whether the reasoning is valid only after unchanged earlier content. */
  readonly isBound: (seal: FakeSeal) => boolean
  readonly isForeignAccount: (seal: FakeSeal) => boolean
  readonly isForeignUser: (seal: FakeSeal) => boolean
  readonly isReadable: (seal: FakeSeal) => boolean
  readonly isAltered: (found: Found, seal: FakeSeal) => boolean
}

/** Returns why the model would ignore a reasoning item, and the change that caused this; null for a valid item. */
export const reasonForIgnoring = (
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

import type { OpaqueLoss } from '../../../diag/opaque.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'
import type { OpaquePart } from '../../../ir/opaque.ts'
import { hasBrokenSeal } from '../../../target/seals.ts'
import { isBase64 } from '../../../text/base64.ts'
import { isCodeOfGemini, ownerOfItem, ownerOfPart } from '../forms/owner.ts'
import { isFilledText, optionsForTarget, optionsUnder } from '../rows/options.ts'
import type { AISDKRules } from './models.ts'
import { hasBadSignature } from './words.ts'

/** Types of provider-specific parts that only an answer may contain. */
const answerTypes: ReadonlySet<string> = new Set([
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
  'custom',
  'reasoning-file',
])

/**
 * Whether a part is an approval request or response. The AI SDK removes these parts before it sends the prompt to a
 * provider.
 */
export const isApproval = (type: string): boolean => type.startsWith('tool-approval-')

interface WirePart {
  readonly type: string
  readonly toolCallId?: string
  readonly providerExecuted?: boolean
}

/**
 * Calls and results of an answer by id. They show which of a provider's calls have no result, and which results have no
 * call.
 */
export class ProviderPairs {
  private readonly calls = new Set<string | undefined>()
  private readonly own = new Set<string | undefined>()
  private readonly results = new Set<string | undefined>()
  /** Ids of the calls with an approval request. */
  private readonly waiting = new Set<string | undefined>()

  constructor(parts: readonly object[]) {
    for (const part of parts as readonly WirePart[]) {
      if (part.type === 'tool-call') this.calls.add(part.toolCallId)
      if (part.type === 'tool-call' && part.providerExecuted === true) this.own.add(part.toolCallId)
      if (part.type === 'tool-result') this.results.add(part.toolCallId)
      else if (part.type === 'tool-approval-request') this.waiting.add(part.toolCallId)
    }
  }

  /** Whether a part is a provider's call that has neither a result nor an approval request. */
  isUnresolved(part: object): boolean {
    const { type, toolCallId: id, providerExecuted } = part as WirePart
    return type === 'tool-call' && providerExecuted === true && !this.results.has(id) && !this.waiting.has(id)
  }

  /** Returns the ids of the answer's provider calls without a result, and of its results without a call. */
  halves(): { readonly calls: readonly string[]; readonly results: readonly string[] } {
    const definedIds = (ids: Iterable<string | undefined>): string[] =>
      [...ids].filter(id => id !== undefined)
    return {
      calls: definedIds(this.own).filter(id => !this.results.has(id)),
      results: definedIds(this.results).filter(id => !this.calls.has(id)),
    }
  }

  /** Whether a part is a result or an approval request whose call is missing. */
  isStray(part: object): boolean {
    const { type, toolCallId: id } = part as WirePart
    return (type === 'tool-result' || type === 'tool-approval-request') && !this.calls.has(id)
  }
}

/** Whether an answer contains a call whose provider's tool is still running. */
export function isAtWork(content: string | readonly object[]): boolean {
  if (typeof content === 'string') return false
  const pairs = new ProviderPairs(content)
  return content.some(part => pairs.isUnresolved(part))
}

/** Returns why a part of an answer cannot be sent unchanged; null if it can. */
export function whySDKPartUnsendable(part: OpaquePart, rules: AISDKRules): OpaqueLoss | null {
  if (part.format !== 'ai-sdk') return 'no equivalent'
  if (!answerTypes.has(part.type) || !isObject(part.payload)) return 'misplaced'
  if (isApproval(part.type)) return null
  // A call that a user decided on has already become an ordinary call.
  if (part.type === 'tool-call' && part.payload.providerExecuted !== true) return 'never run'
  const { ownTools } = rules.reader
  const owner = ownerOfItem(part)
  if (ownTools.length === 0) return 'no form'
  if (owner === null) return 'unnamed provider'
  if (!ownTools.includes(owner)) return 'other provider'
  if (hasBadSignature(part.payload)) return 'invalid signature'
  if (hasBrokenSeal(part.payload)) return 'broken seal'
  return isSupportedPart(part, rules) ? null : 'no form'
}

/** Kinds of `custom` parts that the vendors' converters support. */
const kinds: ReadonlySet<unknown> = new Set(['openai.compaction', 'anthropic.fallback'])

/** Whether a part is a provider's internal bookkeeping, which its converter reads but no model sees. */
export const isBookkeeping = (part: object): boolean => {
  const { type, kind } = part as { readonly type?: unknown; readonly kind?: unknown }
  return type === 'custom' && !kinds.has(kind) && ownerOfPart(part as JsonObject) !== null
}

/** Whether a vendor's converter supports a provider-specific part. */
function isSupportedPart({ type, payload }: OpaquePart, { vendor, reader }: AISDKRules): boolean {
  // Without its id, the package leaves the compaction out.
  if (payload.kind === 'openai.compaction') return isFilledText(optionsForTarget(payload, 'openai').itemId)
  if (type === 'custom') return vendor !== 'google'
  if (type === 'reasoning-file') return vendor === 'google' && isBase64(payload.data)
  if (vendor !== 'google') return true
  const { serverToolCallId, serverToolType } = optionsUnder(payload, reader.options) ?? {}
  if (typeof serverToolCallId === 'string' && typeof serverToolType === 'string') return true
  return isCodeOfGemini(payload)
}

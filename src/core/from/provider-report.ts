import type { CacheMiss } from '../ir/event.ts'
import { finiteNumber, objectOr, type Raw, stringOr } from './read.ts'

/**
 * Reasoning that a provider reports as not used, with its position in the request: a JSON pointer or the id of an item.
 */
export interface ReportedReasoning {
  readonly pointer?: string
  readonly id?: string
  readonly reason: string
  /** Set if the provider reported the reasoning but used it nevertheless. */
  readonly used?: true
}

/**
 * Reads a response's report about the reasoning in its request; null if there is none. Sources: openai 7.59.0
 * `Response.InputTransformation`,
 * @anthropic-ai/sdk 1.14.0 `BetaMessage.input_transformations`. The SDK tells clients to ignore other types.
 */
export function readReportedReasoning(transformations: unknown): readonly ReportedReasoning[] | null {
  if (!Array.isArray(transformations)) return null
  return transformations.flatMap((entry): ReportedReasoning[] => {
    const { type, action, id, path, reason }: Raw = objectOr(entry)
    if (type === 'reasoning' && action === 'removed') return [{ id: stringOr(id), reason: stringOr(reason) }]
    if (type !== 'thinking_dropped' && type !== 'thinking_mismatch_allowed') return []
    const pointer = `/${stringOr(path).replaceAll('.', '/')}`
    return [
      { pointer, reason: stringOr(reason), ...(type === 'thinking_mismatch_allowed' && { used: true }) },
    ]
  })
}

/**
 * Reads a response's report on the provider's cache; null if there is none, or if the cache was read. Sources: openai
 * 7.59.0 `Response.prompt_cache_diagnostics`, @anthropic-ai/sdk 1.14.0 `BetaMessage.diagnostics`.
 */
export function readCacheMiss({ diagnostics, prompt_cache_diagnostics: verdict }: Raw): CacheMiss | null {
  const { type, cache_missed_input_tokens: missed } = objectOr(objectOr(diagnostics).cache_miss_reason)
  if (stringOr(type) !== '') return cacheMiss(stringOr(type), missed)
  const {
    type: outcome,
    reason,
    cache_missed_tokens: tokens,
    comparison_reusable_tokens: shared,
  } = objectOr(verdict)
  if (outcome === 'cache_miss') return cacheMiss(stringOr(reason), tokens, shared)
  return outcome === 'cache_hit' || stringOr(outcome) === '' ? null : cacheMiss(stringOr(outcome))
}

function cacheMiss(reason: string, missed?: unknown, same?: unknown): CacheMiss {
  const [tokens, shared] = [finiteNumber(missed), finiteNumber(same)]
  return { reason, ...(tokens !== undefined && { tokens }), ...(shared !== undefined && { shared }) }
}

/** Reads the report about reasoning that Claude's package for the AI SDK passes on. OpenAI's package omits it. */
export const readSDKReport = (metadata: unknown): readonly ReportedReasoning[] | null =>
  readReportedReasoning(objectOr(objectOr(metadata).anthropic).inputTransformations)

import type { Fields } from '../../shape.ts'
import type { BindingSettings } from '../options.ts'
import { estimateTokens } from '../refusal.ts'
import { isCompaction } from './compaction-blocks.ts'
import { asksForCompaction } from './compaction-request.ts'

/** Returns the usage of an answer. Tokens of a compaction are in `iterations`, and not in the fields at the top. */
export const usageOf = (
  request: Fields,
  content: readonly Fields[],
  { applies }: BindingSettings,
): Fields | null => {
  const counts = (type: string, input: number, output: number): Fields => ({
    type,
    input_tokens: input,
    output_tokens: output,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: null,
  })
  const compacted = counts('compaction', estimateTokens(request.messages ?? null), estimateTokens(content))
  const { type: _, ...none } = counts('', 0, 0)
  if (asksForCompaction(request)) return applies('bill-demand') ? { ...none, iterations: [compacted] } : null
  if (!content.some(isCompaction) || !applies('bill-threshold')) return null
  const isAlone = content.length === 1
  const top = isAlone ? none : { ...none, input_tokens: 1, output_tokens: 1 }
  return { ...top, iterations: [compacted, ...(isAlone ? [] : [counts('message', 1, 1)])] }
}

import type { Fields } from '../../shape.ts'
import type { BindingAnswer } from '../answer.ts'
import type { BindingSettings } from '../options.ts'
import { estimateTokens } from '../refusal.ts'
import { refusedClaudeAnswer } from './answer.ts'
import { judgeClaude } from './judge.ts'
import { refusalOf } from './refuse.ts'

/** Counts the tokens of a request as `/v1/messages/count_tokens` does: with the same checks, and without compacting. */
export const countClaude = (request: Fields, settings: BindingSettings): BindingAnswer => {
  const { applies } = settings
  const { compaction, ...counted } = request
  const body = applies('count-compaction') ? counted : request
  const refusal = applies('count-check') ? refusalOf(body, settings, judgeClaude(body, settings)) : null
  if (refusal !== null) return refusedClaudeAnswer(refusal)
  const { system = null, tools = null, messages = null } = request
  return { status: 200, body: { input_tokens: estimateTokens([system, tools, messages]) } }
}

import { replyAnthropic } from '../../anthropic/request.ts'
import { type Fields, textOfShape } from '../../shape.ts'
import { type BindingAnswer, signatureOf } from '../answer.ts'
import type { BindingSettings } from '../options.ts'
import type { Prefix } from '../prefix.ts'
import type { Refusal } from '../refusal.ts'
import type { FakeSeal } from '../seal.ts'
import { planAnswer } from './compaction-answer.ts'
import { isCompaction } from './compaction-blocks.ts'
import { asksForCompaction } from './compaction-request.ts'
import { usageOf } from './compaction-usage.ts'
import { judgeClaude, modelOf } from './judge.ts'
import { claudeBinding } from './models.ts'
import { digestOfSignedContent, isThinking } from './read.ts'
import { controlsBeta, isMismatchNoted, refusalOf } from './refuse.ts'

/** Answers a request as the Messages API does, with signed thinking. */
export const answerClaude = (
  request: Fields,
  script: readonly Fields[] | null,
  settings: BindingSettings,
): BindingAnswer => {
  const { applies, betas } = settings
  const model = modelOf(request, settings)
  const facts = claudeBinding(model)
  const isCompacting = asksForCompaction(request)
  let role = ''

  const sign = (block: Fields, prefix: Prefix, kind: FakeSeal['kind']): string =>
    signatureOf(
      { kind, model, bound: facts.binds, content: digestOfSignedContent(block), role },
      prefix,
      settings,
    )
  const made = (block: Fields, prefix: Prefix): Fields => {
    if (block.type === 'redacted_thinking') return { ...block, data: sign(block, prefix, 'reasoning') }
    if (isThinking(block)) return { ...block, signature: sign(block, prefix, 'reasoning') }
    // A compaction block that the API added when a token threshold was reached has no signature.
    if (isCompaction(block) && isCompacting) return { ...block, signature: sign(block, prefix, 'compaction') }
    return block
  }

  const judged = judgeClaude(request, settings, made)
  const { dead, walk } = judged
  role = walk.role()
  const refusal = refusalOf(request, settings, judged)
  if (refusal !== null) return refusedClaudeAnswer(refusal)

  const isNoted = isMismatchNoted(request, settings)
  const planned = planAnswer(request, script, settings)
  const content = walk.answer(planned.content)
  const usage = usageOf(request, content, settings)
  const transformations = dead.map(({ path, reason }) => ({
    type: isNoted && reason === 'prefix_mismatch' ? 'thinking_mismatch_allowed' : 'thinking_dropped',
    path,
    reason: reason.replace('mismatch', 'binding_mismatch'),
  }))
  const body = {
    ...replyAnthropic({ ...request, model }),
    content,
    stop_reason: planned.stop ?? stopReason(content),
    ...(usage !== null && { usage }),
    ...((betas.includes(controlsBeta) || !applies('report-header')) && {
      input_transformations: transformations,
    }),
  }
  return { status: 200, body }
}

const stopReason = (content: readonly Fields[]): string =>
  textOfShape(content.at(-1)?.type) === 'tool_use' ? 'tool_use' : 'end_turn'

/** Returns an error answer in the API's form. */
export const refusedClaudeAnswer = ({ status, message, code }: Refusal): BindingAnswer => ({
  status,
  body: {
    type: 'error',
    error: {
      type: errorTypes[status],
      message,
      ...(code !== null && { details: { error_code: code } }),
    },
  },
})

const errorTypes = { 400: 'invalid_request_error', 404: 'not_found_error', 529: 'overloaded_error' }

import { type Fields, textOfShape } from '../../shape.ts'
import type { BindingAnswer } from '../answer.ts'
import type { BindingSettings } from '../options.ts'
import { badRequest, estimateTokens } from '../refusal.ts'
import { makeItem, refusedGptAnswer } from './answer.ts'
import { digestWindow, judgeGpt, modelOf } from './judge.ts'
import { itemsReadByModel } from './text.ts'

/** Fields of a request to `/responses/compact`. Source: openai 7.59.0 `ResponseCompactParams`. */
const known = (
  'model input instructions previous_response_id prompt_cache_key prompt_cache_options prompt_cache_retention ' +
  'service_tier image'
).split(' ')

/**
 * Compacts a conversation as `/responses/compact` does: the answer holds all user messages, then one compaction item.
 */
export const compactGpt = (request: Fields, settings: BindingSettings): BindingAnswer => {
  const { applies } = settings
  const extra = Object.keys(request).find(key => !known.includes(key))
  if (applies('compact-fields') && extra !== undefined)
    return refusedGptAnswer(badRequest(`Unknown parameter: '${extra}'.`, 'unknown_parameter'))
  const { refusal, prefix } = judgeGpt(request, settings)
  if (refusal !== null) return refusedGptAnswer(refusal)

  const model = modelOf(request, settings)
  const read = itemsReadByModel(request, settings) ?? []
  const messages = applies('compact-users')
    ? read.map(({ item }) => item).filter(({ role }) => role === 'user')
    : []
  const users = messages.map((message, at) =>
    message.id === undefined
      ? makeItem({ ...message, type: 'message' }, at, prefix, { model, settings })
      : message,
  )
  const window = digestWindow(users, settings)
  const compaction = makeItem({ type: 'compaction' }, users.length, prefix, { model, settings, window })
  const [input, output] = [estimateTokens(read), estimateTokens(textOfShape(compaction.encrypted_content))]
  const body = {
    id: `resp_${window}`,
    object: 'response.compaction',
    created_at: 0,
    output: [...users, compaction],
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  }
  return { status: 200, body }
}

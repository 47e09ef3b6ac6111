import { fieldsDropped, fieldsKept } from '../../diag/importing.ts'
import type { JsonObject } from '../../ir/json.ts'
import type { TargetName } from '../../ir/target-name.ts'
import type { HeadTally } from '../head.ts'
import { isOpenAIs } from '../infer.ts'

const shared =
  'metadata model moderation parallel_tool_calls prompt_cache_key prompt_cache_options prompt_cache_retention ' +
  'safety_identifier service_tier store stream stream_options temperature tool_choice tools top_logprobs top_p user'

/** Fields of a request. Source: `ChatCompletionCreateParams` and `ResponseCreateParams` of openai 6.49. */
const fields = {
  'openai-chat':
    `${shared} audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens ` +
    'messages modalities n prediction presence_penalty reasoning_effort response_format seed stop verbosity web_search_options',
  openai:
    `${shared} background context_management conversation include input instructions max_output_tokens max_tool_calls ` +
    'previous_response_id prompt reasoning text truncation',
}

const known = {
  'openai-chat': fields['openai-chat'].split(' '),
  openai: fields.openai.split(' '),
}

/**
 * Returns the fields of an imported request that go back. OpenAI's own API refuses a field that it does not know, so
 * there those are dropped; other vendors have fields of their own, so they get them. Without a model it is OpenAI's.
 */
export function fieldsFor(
  format: TargetName,
  model: string | null,
  given: JsonObject,
  tally: HeadTally,
): JsonObject {
  const names = known[format === 'openai-chat' ? format : 'openai']
  const strange = Object.keys(given).filter(field => !names.includes(field))
  if (strange.length === 0) return given
  if (model !== null && !isOpenAIs(model)) {
    tally.say(fieldsKept(strange))
    return given
  }
  tally.say(fieldsDropped(strange, names))
  return Object.fromEntries(Object.entries(given).filter(([field]) => names.includes(field)))
}

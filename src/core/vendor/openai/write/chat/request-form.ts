import { splitIntoWords } from '../../../../target/request-fields.ts'
import { requestFormOf } from '../shared/request-form.ts'

/** Request fields in `ChatCompletionCreateParams` of openai 6.49. */
export const requestForm = requestFormOf({
  format: 'openai-chat',
  fields: splitIntoWords(
    'audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens max_tokens messages',
    'modalities n prediction presence_penalty reasoning_effort response_format seed stop verbosity web_search_options',
  ),
  // Azure's search fields, and the routing fields of LiteLLM's proxy.
  ofServers: splitIntoWords('data_sources fallbacks tags'),
})

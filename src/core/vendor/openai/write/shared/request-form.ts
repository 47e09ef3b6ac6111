import { type RequestForm, splitIntoWords } from '../../../../target/request-fields.ts'
import { isOpenAIs } from '../../../rows/vendors.ts'

/** Request fields that both APIs have. */
const common = splitIntoWords(
  'metadata model moderation parallel_tool_calls prompt_cache_key prompt_cache_options prompt_cache_retention',
  'safety_identifier service_tier store stream stream_options temperature tool_choice tools top_logprobs top_p user',
)

/** Returns the request form of one API: the common fields and the given ones. */
export const requestFormOf = (form: Pick<RequestForm, 'format' | 'fields' | 'ofServers'>): RequestForm => ({
  ...form,
  fields: [...common, ...form.fields],
  owner: { name: 'OpenAI', api: "OpenAI's API" },
  isOpen: model => model !== null && !isOpenAIs(model),
})

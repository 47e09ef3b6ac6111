import { type RequestForm, words } from '../../../../target/request-fields.ts'
import { isOpenAIs } from '../../../rows/vendors.ts'

/** Fields of both APIs. */
const common = words(
  'metadata model moderation parallel_tool_calls prompt_cache_key prompt_cache_options prompt_cache_retention',
  'safety_identifier service_tier store stream stream_options temperature tool_choice tools top_logprobs top_p user',
)

/** Returns the form of an API's requests, given its further fields. */
export const requestFormOf = (form: Pick<RequestForm, 'format' | 'fields' | 'ofServers'>): RequestForm => ({
  ...form,
  fields: [...common, ...form.fields],
  owner: { name: 'OpenAI', api: "OpenAI's API" },
  isOpen: model => model !== null && !isOpenAIs(model),
})

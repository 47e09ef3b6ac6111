import { words } from '../../../../target/request-fields.ts'
import { requestFormOf } from '../shared/request-form.ts'

/** Source: `ResponseCreateParams` of openai 6.49. */
export const requestForm = requestFormOf({
  format: 'openai',
  fields: words(
    'background context_management conversation include input instructions max_output_tokens max_tool_calls',
    'previous_response_id prompt reasoning text truncation',
  ),
})

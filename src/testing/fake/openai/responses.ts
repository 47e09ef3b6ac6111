import { type Fields, fieldsOf, isAbsentOrNull, listOfShape, textOfShape } from '../shape.ts'
import { collectViolations, type Violation } from '../violation.ts'
import { checkBreakpoints } from './breakpoints.ts'
import { type Check, checkAllowedValue, checkKnownFields, checkRequiredString } from './check.ts'
import { type GptFacts, gptFacts } from './facts.ts'
import { checkItemPairs, checkPrograms } from './item-pairs.ts'
import { checkItems } from './items.ts'
import { checkFormat, checkParams } from './params.ts'
import { checkReasoning, type ItemMemory } from './reasoning.ts'
import { checkSizes } from './sizes.ts'
import { checkTools } from './tools.ts'

/** Fields of a Responses body. Source: openai 6.49.0 `ResponseCreateParamsBase`. */
const known = new Set(
  (
    'background context_management conversation include input instructions max_output_tokens ' +
    'max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt ' +
    'prompt_cache_key prompt_cache_options prompt_cache_retention reasoning safety_identifier ' +
    'service_tier store stream stream_options temperature text tool_choice tools top_logprobs ' +
    'top_p truncation user'
  ).split(' '),
)

/** Returns all rules of the Responses API that a body breaks, in the order in which the API reports them. */
export const checkResponses = (
  request: Fields,
  overrides: Partial<GptFacts>,
  memory: ItemMemory | null,
): readonly Violation[] => {
  const { found, report } = collectViolations()
  const facts = { ...gptFacts(textOfShape(request.model)), ...overrides }
  const check: Check = { request, facts, report }
  checkKnownFields(report, request, '', known)
  if (isAbsentOrNull(request.prompt)) checkRequiredString(report, request.model, 'model', { min: 1 })
  if (!isAbsentOrNull(request.instructions)) checkRequiredString(report, request.instructions, 'instructions')
  if (!isAbsentOrNull(request.truncation))
    checkAllowedValue(report, request.truncation, 'truncation', ['auto', 'disabled'])
  checkInput(check)
  if (!isAbsentOrNull(request.previous_response_id) && !isAbsentOrNull(request.conversation)) {
    const text = "Mutually exclusive parameters: 'previous_response_id' and 'conversation'."
    report('R8', '/previous_response_id', `${text} Ensure you are only providing one of these parameters.`, {
      param: null,
      code: 'mutually_exclusive_parameters',
    })
  }
  checkTools(check, 'responses')
  checkSizes(check, 'responses')
  const items = listOfShape(request.input).map(fieldsOf)
  checkItems(items, check)
  checkItemPairs(items, check)
  checkPrograms(items, check)
  checkReasoning(items, check, memory)
  checkControlItems(items, check)
  checkBreakpoints(items, check, 'responses')
  checkParams(check, 'responses')
  checkFormat(check, 'responses')
  return found
}

const checkInput = ({ request, report }: Check): void => {
  const { input } = request
  const isChained = [request.previous_response_id, request.conversation, request.prompt].some(
    id => !isAbsentOrNull(id),
  )
  const isEmpty = isAbsentOrNull(input) || input === '' || (Array.isArray(input) && input.length === 0)
  if (isEmpty) {
    if (isChained) return
    const text = "One of 'input' or 'previous_response_id' or 'prompt' or 'conversation' must be provided."
    report('shape', '/input', `Missing required parameter: 'input'. ${text}`, {
      param: 'input',
      code: 'missing_required_parameter',
    })
  } else if (typeof input !== 'string' && !Array.isArray(input)) {
    const text = "Invalid type for 'input': expected one of an array of objects or string."
    report('shape', '/input', text, { param: 'input', code: 'invalid_type' })
  }
}

/**
 * Checks `configuration_update` (R10) and `compaction_trigger` (R11). Source: developers.openai.com, sub2api#6366. By
 * the guide "Keep the prefix unchanged" of November 2026, compaction within an answer keeps updates.
 */
const checkControlItems = (items: readonly Fields[], { request, facts, report }: Check): void => {
  const fields = { param: 'input', code: null }
  items.forEach(({ type }, at) => {
    const pointer = `/input/${at}`
    if (type === 'compaction_trigger' && at < items.length - 1) {
      report('R11', pointer, "The 'compaction_trigger' item must be the final input item.", fields)
    }
    if (type !== 'configuration_update') return
    if (!facts.configurationUpdate) {
      report('R10', pointer, "'configuration_update' items are not supported with this model.", fields)
    }
    if (items[at - 1]?.type === type) {
      report('R10', pointer, "Consecutive 'configuration_update' items are not allowed.", fields)
    }
    if (items.slice(at + 1).some(item => item.type === 'compaction')) {
      const text =
        "The 'configuration_update' item type is not supported with compaction without a subsequent configuration update."
      report('R10', pointer, text, fields)
    }
    if (request.truncation === 'auto') {
      const text = "'configuration_update' items may not be used with automatic truncation."
      report('R10', pointer, text, fields)
    }
  })
}

/** Returns a Responses API response with only the required fields. */
export const replyResponses = (request: Fields): Fields => ({
  id: 'resp_fake',
  object: 'response',
  created_at: 0,
  status: 'completed',
  error: null,
  incomplete_details: null,
  instructions: request.instructions ?? null,
  model: textOfShape(request.model),
  output: [
    {
      id: 'msg_fake',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'OK', annotations: [] }],
    },
  ],
  parallel_tool_calls: true,
  tool_choice: 'auto',
  tools: [],
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
})

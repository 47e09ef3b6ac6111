import { type Fields, fieldsOf, isAbsentOrNull, listOfShape, textOfShape } from '../shape.ts'
import { collectViolations, type Violation } from '../violation.ts'
import { checkBreakpoints } from './breakpoints.ts'
import { checkMessages } from './chat-messages.ts'
import { checkChatPairs } from './chat-pairs.ts'
import { type Check, checkKnownFields, checkRequiredString } from './check.ts'
import { type GptFacts, gptFacts } from './facts.ts'
import { checkFormat, checkParams } from './params.ts'
import { checkSizes } from './sizes.ts'
import { checkTools } from './tools.ts'

/** Fields of a Chat Completions body. Source: openai 6.49.0 `ChatCompletionCreateParamsBase`. */
const known = new Set(
  (
    'messages model audio frequency_penalty function_call functions logit_bias logprobs ' +
    'max_completion_tokens max_tokens metadata modalities moderation n parallel_tool_calls ' +
    'prediction presence_penalty prompt_cache_key prompt_cache_options prompt_cache_retention ' +
    'reasoning_effort response_format safety_identifier seed service_tier stop store stream ' +
    'stream_options temperature tool_choice tools top_logprobs top_p user verbosity ' +
    'web_search_options'
  ).split(' '),
)

/** Returns all rules of Chat Completions that a body breaks, in the order in which the API reports them. */
export const checkChat = (request: Fields, overrides: Partial<GptFacts>): readonly Violation[] => {
  const { found, report } = collectViolations()
  const facts = { ...gptFacts(textOfShape(request.model)), ...overrides }
  const check: Check = { request, facts, report }
  checkKnownFields(report, request, '', known)
  checkRequiredString(report, request.model, 'model', { min: 1 })
  const { messages } = request
  if (messages === undefined) {
    const code = 'missing_required_parameter'
    report('shape', '/messages', "Missing required parameter: 'messages'.", { param: 'messages', code })
  } else if (!Array.isArray(messages) || messages.length === 0) {
    const expected = 'Expected an array with minimum length 1, but got an empty array instead.'
    const text = Array.isArray(messages)
      ? `Invalid 'messages': empty array. ${expected}`
      : "Invalid type for 'messages': expected an array of objects."
    report('shape', '/messages', text, { param: 'messages', code: 'empty_array' })
  }
  checkTools(check, 'chat')
  checkSizes(check, 'chat')
  checkMessages(listOfShape(messages), check)
  checkChatPairs(listOfShape(messages), report)
  checkBreakpoints(listOfShape(messages).map(fieldsOf), check, 'chat')
  checkParams(check, 'chat')
  checkChatTools(check)
  checkFormat(check, 'chat')
  return found
}

const checkChatTools = ({ request, facts, report }: Check): void => {
  const { reasoning_effort: effort } = request
  if (listOfShape(request.tools).length === 0 || facts.chatTools === 'always') return
  if (facts.chatTools === 'without-effort' && (isAbsentOrNull(effort) || effort === 'none')) return
  if (facts.chatTools === 'effort-none' && effort === 'none') return
  report(
    'C9',
    '/tools',
    `Function tools with reasoning_effort are not supported for ${textOfShape(request.model)} in /v1/chat/completions. ` +
      "To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    { param: 'reasoning_effort', code: null },
  )
}

/** Returns a Chat Completions response with only the required fields. */
export const replyChat = (request: Fields): Fields => ({
  id: 'chatcmpl-fake',
  object: 'chat.completion',
  created: 0,
  model: textOfShape(request.model),
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      logprobs: null,
      message: { role: 'assistant', content: 'OK', refusal: null },
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
})

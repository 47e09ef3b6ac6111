import { scriptedWords } from '../answer-pieces.ts'
import { replyChat } from '../fake/openai/chat.ts'
import { type Fields, fieldsOf, listOfShape, textOfShape } from '../fake/shape.ts'
import { type API, dataEvent, readAt } from './api.ts'

/** The Chat Completions API of OpenAI. */
export const openaiChatAPI: API = {
  read: readAt('/chat/completions'),
  hasInputs: false,
  write(request, { number, text, calls, usage, finish }) {
    const tools = calls.map(({ id, name, text: given }) => ({
      ...{ id, type: 'function' },
      function: { name, arguments: given },
    }))
    const message = {
      ...{ role: 'assistant', content: text === '' ? null : text, refusal: null },
      ...(tools.length > 0 && { tool_calls: tools }),
    }
    const finish_reason = finish ?? (tools.length > 0 ? 'tool_calls' : 'stop')
    return {
      ...replyChat(request),
      id: `chatcmpl-${number}`,
      choices: [{ index: 0, finish_reason, logprobs: null, message }],
      usage: {
        prompt_tokens: usage.inputTokens,
        completion_tokens: usage.outputTokens,
        total_tokens: usage.inputTokens + usage.outputTokens,
      },
    }
  },
  stream(body, request, error) {
    const { choices, usage, ...others } = body
    const { message: given, finish_reason } = fieldsOf(listOfShape(choices)[0])
    const message = fieldsOf(given)
    const chunk = (fields: Fields): Fields => ({ ...others, object: 'chat.completion.chunk', ...fields })
    const piece = (delta: Fields, finish: unknown = null): Fields =>
      chunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })
    const content = [
      piece({ role: 'assistant', content: '', refusal: null }),
      ...scriptedWords(textOfShape(message.content)).map(word => piece({ content: word })),
      ...listOfShape(message.tool_calls).flatMap((call, index) => {
        const { function: called, ...about } = fieldsOf(call)
        const { name, arguments: given } = fieldsOf(called)
        return [
          piece({ tool_calls: [{ index, ...about, function: { name, arguments: '' } }] }),
          piece({ tool_calls: [{ index, function: { arguments: given } }] }),
        ]
      }),
    ]
    if (error !== null) return [...content, { error }].map(dataEvent)
    const isCounted = fieldsOf(request.stream_options).include_usage === true
    const end = [piece({}, finish_reason), ...(isCounted ? [chunk({ choices: [], usage })] : [])]
    return [...content, ...end].map(dataEvent).concat('data: [DONE]\n\n')
  },
  error: (_, error) => ({ error }),
}

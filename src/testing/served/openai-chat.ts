import { replyChat } from '../fake/openai/chat.ts'
import { type Fields, fieldsOf, listOfShape, textOfShape } from '../fake/shape.ts'
import { type API, dataEvent, readAt, wordsOf } from './api.ts'

/** The Chat Completions API of OpenAI. */
export const openaiChatAPI: API = {
  read: readAt('/chat/completions'),
  write(request, { number, text, calls, usage, finish }) {
    const tools = calls.map(({ id, name, arguments: given }) => ({
      ...{ id, type: 'function' },
      function: { name, arguments: JSON.stringify(given) },
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
  stream(body, request) {
    const { choices, usage, ...others } = body
    const { message, finish_reason } = fieldsOf(listOfShape(choices)[0])
    const { content, tool_calls } = fieldsOf(message)
    const chunk = (fields: Fields): Fields => ({ ...others, object: 'chat.completion.chunk', ...fields })
    const piece = (delta: Fields, finish: unknown = null): Fields =>
      chunk({ choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] })
    return [
      piece({ role: 'assistant', content: '', refusal: null }),
      ...wordsOf(textOfShape(content)).map(word => piece({ content: word })),
      ...listOfShape(tool_calls).flatMap((call, index) => {
        const { function: called, ...about } = fieldsOf(call)
        const { name, arguments: given } = fieldsOf(called)
        return [
          piece({ tool_calls: [{ index, ...about, function: { name, arguments: '' } }] }),
          piece({ tool_calls: [{ index, function: { arguments: given } }] }),
        ]
      }),
      piece({}, finish_reason),
      ...(fieldsOf(request.stream_options).include_usage === true ? [chunk({ choices: [], usage })] : []),
    ]
      .map(dataEvent)
      .concat('data: [DONE]\n\n')
  },
  error: (_, error) => ({ error }),
  streamError: error => dataEvent({ error }),
}

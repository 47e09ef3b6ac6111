import { gptEvents } from '../fake/binding/openai/events.ts'
import { replyResponses } from '../fake/openai/responses.ts'
import { textOfShape } from '../fake/shape.ts'
import { type API, eventsByWord, namedEvent, readAt } from './api.ts'

/** The Responses API of OpenAI. */
export const openaiAPI: API = {
  read: readAt('/responses'),
  write(request, { number, text, calls, usage, finish }) {
    const message = {
      ...{ id: `msg_${number}`, type: 'message', role: 'assistant', status: 'completed' },
      content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
    }
    return {
      ...replyResponses(request),
      id: `resp_${number}`,
      ...(finish !== undefined && { status: 'incomplete', incomplete_details: { reason: finish } }),
      output: [
        ...(text === '' ? [] : [message]),
        ...calls.map(({ id, name, arguments: given }, index) => ({
          ...{ id: `fc_${number}_${index}`, type: 'function_call', status: 'completed', call_id: id, name },
          arguments: JSON.stringify(given),
        })),
      ],
      usage: {
        input_tokens: usage.inputTokens,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: usage.outputTokens,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: usage.inputTokens + usage.outputTokens,
      },
    }
  },
  stream: body =>
    eventsByWord(
      gptEvents(body),
      ({ type, delta }) => (type === 'response.output_text.delta' ? textOfShape(delta) : null),
      (event, delta) => ({ ...event, delta }),
    )
      .map((event, sequence_number) =>
        event.type === 'response.completed' && body.status === 'incomplete'
          ? { ...event, type: 'response.incomplete', sequence_number }
          : { ...event, sequence_number },
      )
      .map(namedEvent),
  error: (_, error) => ({ error }),
  streamError: ({ message, code = null, param = null }) =>
    namedEvent({ type: 'error', code, message, param, sequence_number: 0 }),
}

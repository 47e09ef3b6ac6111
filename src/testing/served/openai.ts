import { gptEvents } from '../fake/binding/openai/events.ts'
import { replyResponses } from '../fake/openai/responses.ts'
import { textOfShape } from '../fake/shape.ts'
import { type API, eventsByWord, namedEvent, readAt } from './api.ts'

/** The Responses API of OpenAI. */
export const openaiAPI: API = {
  read: readAt('/responses'),
  hasInputs: false,
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
        ...calls.map(({ id, name, text: given }, index) => ({
          ...{ id: `fc_${number}_${index}`, type: 'function_call', status: 'completed', call_id: id, name },
          arguments: given,
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
  stream(body, _, error) {
    const events = gptEvents(body)
    const failure = { code: null, param: null, ...error, type: 'error' }
    const sent = error === null ? events : [...events.slice(0, -1), failure]
    return eventsByWord(
      sent,
      ({ type, delta }) => (type === 'response.output_text.delta' ? textOfShape(delta) : null),
      (event, delta) => ({ ...event, delta }),
    )
      .map((event, sequence_number) =>
        event.type === 'response.completed' && body.status === 'incomplete'
          ? { ...event, type: 'response.incomplete', sequence_number }
          : { ...event, sequence_number },
      )
      .map(namedEvent)
  },
  error: (_, error) => ({ error }),
}

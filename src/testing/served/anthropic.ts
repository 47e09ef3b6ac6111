import { replyAnthropic } from '../fake/anthropic/request.ts'
import { claudeEvents } from '../fake/binding/anthropic/events.ts'
import { fieldsOf, textOfShape } from '../fake/shape.ts'
import { type API, eventsByWord, namedEvent, readAt } from './api.ts'

/** The Messages API of Anthropic. */
export const anthropicAPI: API = {
  read: readAt('/messages'),
  write(request, { number, text, calls, usage, finish }) {
    const reply = replyAnthropic(request)
    return {
      ...reply,
      id: `msg_${number}`,
      content: [
        ...(text === '' ? [] : [{ type: 'text', text, citations: null }]),
        ...calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use', id, name, input })),
      ],
      stop_reason: finish ?? (calls.length > 0 ? 'tool_use' : 'end_turn'),
      usage: {
        ...fieldsOf(reply.usage),
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
      },
    }
  },
  stream: body =>
    eventsByWord(
      claudeEvents(body),
      ({ delta }) => (fieldsOf(delta).type === 'text_delta' ? textOfShape(fieldsOf(delta).text) : null),
      (event, text) => ({ ...event, delta: { type: 'text_delta', text } }),
    ).map(namedEvent),
  error: (_, error) => ({ type: 'error', error }),
  streamError: error => namedEvent({ type: 'error', error }),
}

import { replyAnthropic } from '../fake/anthropic/request.ts'
import { claudeEvents } from '../fake/binding/anthropic/events.ts'
import { fieldsOf, textOfShape } from '../fake/shape.ts'
import { type API, eventsByWord, namedEvent, readAt } from './api.ts'

/** The Messages API of Anthropic. */
export const anthropicAPI: API = {
  read: readAt('/messages'),
  hasInputs: true,
  write(request, { number, text, calls, usage, finish }) {
    const reply = replyAnthropic(request)
    return {
      ...reply,
      id: `msg_${number}`,
      content: [
        ...(text === '' ? [] : [{ type: 'text', text, citations: null }]),
        ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
      ],
      stop_reason: finish ?? (calls.length > 0 ? 'tool_use' : 'end_turn'),
      usage: {
        ...fieldsOf(reply.usage),
        input_tokens: usage.inputTokens,
        output_tokens: usage.outputTokens,
      },
    }
  },
  stream(body, _, error) {
    const events = claudeEvents(body)
    // The stop reason and the end of the message are the last two events.
    const sent = error === null ? events : [...events.slice(0, -2), { type: 'error', error }]
    return eventsByWord(
      sent,
      ({ delta }) => (fieldsOf(delta).type === 'text_delta' ? textOfShape(fieldsOf(delta).text) : null),
      (event, text) => ({ ...event, delta: { type: 'text_delta', text } }),
    ).map(namedEvent)
  },
  error: (_, error) => ({ type: 'error', error }),
}

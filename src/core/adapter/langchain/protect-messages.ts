import { type BaseMessage, SystemMessage } from '@langchain/core/messages'
import type { Session } from '../../session/session.ts'
import type { ProtectedForms } from '../protected-forms.ts'
import { copyOf } from './copy-of.ts'

/** Fields of a message that a model class may send. */
const sent = [
  ...['content', 'additional_kwargs', 'response_metadata', 'tool_calls', 'invalid_tool_calls'],
  ...['id', 'name', 'tool_call_id', 'role'],
]

const fieldsOf = (message: BaseMessage): { readonly content?: unknown } =>
  Object.fromEntries(
    Object.entries(message).filter(([key, value]) => sent.includes(key) && value !== undefined),
  )

const textBlock = (text: string): object => ({ type: 'text', text })

/** Returns a message with other fields; the message itself if the fields are unchanged. */
const withFields = (message: BaseMessage, own: object, fields: object): BaseMessage =>
  own === fields ? message : copyOf(message, { ...fields, lc_kwargs: { ...message.lc_kwargs, ...fields } })

/** Returns messages without protected values. `leading`: number of messages before the conversation's first event. */
export function protectedMessages(
  forms: ProtectedForms,
  events: Pick<Session, 'event'>,
  messages: readonly BaseMessage[],
  leading: number,
): BaseMessage[] {
  return messages.map((message, index) => {
    const own = fieldsOf(message)
    if (index < leading) return withFields(message, own, forms.declared(own))
    const data = [message.additional_kwargs, message.response_metadata]
    return withFields(message, own, forms.message(events.event(index - leading), own, { data, textBlock }))
  })
}

/** Returns an instruction message with one more line. */
export function withLine(message: BaseMessage | undefined, line: string): SystemMessage {
  if (message === undefined) return new SystemMessage(line)
  const { content, id, name } = message
  return new SystemMessage({
    content:
      typeof content === 'string' ? `${content}\n\n${line}` : [...content, { type: 'text', text: line }],
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
  })
}

import type { ChatMessage, ToolCall } from '../../src/core/vendor/openai/write/chat/request.ts'

/** The words of a message whose content is a string or nothing, as all are here. */
export const contentOf = ({ content }: ChatMessage): string => (typeof content === 'string' ? content : '')

/** A call of a function, the only kind here. */
export type FunctionCall = Extract<ToolCall, { type: 'function' }>

export const callsOf = (message: ChatMessage): readonly FunctionCall[] =>
  ((message.role === 'assistant' && message.tool_calls) || []) as readonly FunctionCall[]

/** Every text that costs tokens. */
export const textsOf = (message: ChatMessage): string[] => [
  contentOf(message),
  ...callsOf(message).flatMap(call => [call.function.name, call.function.arguments]),
]

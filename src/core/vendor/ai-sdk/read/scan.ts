import { objectOr, type Raw, stringOr } from '../../../from/read.ts'
import type { FactSink } from '../../../session/unit/sink.ts'
import { callSize } from '../../../session/unit/size.ts'

/**
 * Response id that consecutive answers share, so that they form one response. Some converters join consecutive answers,
 * and others require that they are joined.
 */
export const response = 'response'

export const authors = new Map([
  ['user', 'user'],
  ['system', 'developer'],
  ['assistant', 'agent'],
  ['tool', 'tool'],
  // Roles that only the first versions of the AI SDK had.
  ['data', 'user'],
  ['function', 'tool'],
])

/** Whether the app asks that a message is always sent: `providerOptions: { ctxc: { tier: 'critical' } }`. */
export const isPinned = ({ providerOptions }: Raw): boolean =>
  objectOr(objectOr(providerOptions).ctxc).tier === 'critical'

/** Scans a common message without creating an event; returns false for a message with any other content. */
export function scanMessage(value: unknown, sink: FactSink): boolean {
  const message = objectOr(value)
  const { role, content } = message
  const author = role === 'user' || role === 'assistant' || role === 'tool' ? authors.get(role) : undefined
  if (author === undefined || isPinned(message) || (typeof content === 'string' && role === 'tool'))
    return false
  if (typeof content !== 'string' && !(Array.isArray(content) && content.every(part => isPlain(role, part))))
    return false
  sink.event(author, '', author === 'agent' ? response : '')
  if (typeof content === 'string') sink.part('text', content.length)
  else for (const part of content) scanPart(objectOr(part), sink)
  sink.end(false)
  return true
}

function isPlain(role: unknown, value: unknown): boolean {
  const { type, text, input, args, providerExecuted, output } = objectOr(value)
  if (type === 'text') return typeof text === 'string'
  if (type === 'tool-call')
    return role === 'assistant' && input !== undefined && args === undefined && providerExecuted !== true
  if (type !== 'tool-result' || role !== 'tool') return false
  const { type: kind, value: words } = objectOr(output)
  return (kind === 'text' || kind === 'error-text') && typeof words === 'string'
}

function scanPart({ type, text, toolCallId, toolName, input, output }: Raw, sink: FactSink): void {
  if (type === 'text') sink.part('text', stringOr(text).length)
  else if (type === 'tool-call')
    sink.call(stringOr(toolCallId), stringOr(toolName), callSize(stringOr(toolName), input), input)
  else sink.result(stringOr(toolCallId), stringOr(toolName), stringOr(objectOr(output).value).length)
}

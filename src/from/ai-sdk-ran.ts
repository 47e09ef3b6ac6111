import { list, object, type Raw } from './read.ts'

/** Calls among the parts of a message that the provider itself ran, by id. */
export function ranCalls(parts: unknown, into: Map<unknown, Raw> = new Map()): Map<unknown, Raw> {
  for (const value of list(parts)) {
    const part = object(value)
    if (part.type === 'tool-call' && part.providerExecuted === true) into.set(part.toolCallId, part)
  }
  return into
}

/** Such calls of a whole conversation: the result of one may come in a later answer. */
export function allRanCalls(messages: readonly unknown[]): ReadonlyMap<unknown, Raw> {
  const ran = new Map<unknown, Raw>()
  for (const message of messages) {
    const { role, content } = object(message)
    if (role === 'assistant') ranCalls(content, ran)
  }
  return ran
}

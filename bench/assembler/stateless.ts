import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import type { Prepare } from './assembler.ts'

/** Functions of a library that keeps nothing between requests: it converts, trims and reads a list of messages. */
interface Stateless<Message> {
  readonly convert: (message: ChatMessage) => Message
  readonly run: (messages: Message[]) => unknown
  readonly read: (outcome: unknown) => readonly ChatMessage[]
}

/** A list that is gone over again for each request. */
export const stateless =
  <Message>({ convert, run, read }: Stateless<Message>): Prepare =>
  messages => {
    const list = messages.map(convert)
    return {
      assemble: () => run(list),
      append(message) {
        const converted = convert(message)
        return () => {
          list.push(converted)
          return run(list)
        }
      },
      read,
    }
  }

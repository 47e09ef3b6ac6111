import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import type { Assembler } from './assembler.ts'
import { stateless } from './stateless.ts'

/** Looks at each message and puts the ids of its calls into a map: what any importer has to do. */
export const onePass: Assembler = {
  name: 'one pass',
  kind: 'floor',
  budgeted: false,
  async load() {
    return stateless<ChatMessage>({
      convert: given => given,
      run(messages) {
        const calls = new Map<string, number>()
        for (let index = 0; index < messages.length; index++) {
          const message = messages[index] as ChatMessage
          if (message.role !== 'assistant' || !message.tool_calls) continue
          for (const { id } of message.tool_calls) calls.set(id, index)
        }
        return calls
      },
      read: () => [],
    })
  },
}

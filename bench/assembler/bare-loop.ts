import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { ctxc } from '../library/ctxc.ts'
import type { Assembler } from './assembler.ts'
import { stateless } from './stateless.ts'
import { callsOf, textsOf } from './texts.ts'

/** Tokens that ctxc adds for a message and for a call, so that both send as many messages. */
const [message, call] = [8, 60]

/** From the newest back, counted exactly, until the budget is full: no pairing, no checks. */
export const bareLoop: Assembler = {
  name: 'bare loop, our counter',
  kind: 'floor',
  budgeted: true,
  async load(budget) {
    const count = await ctxc.load()
    const sizeOf = (sent: ChatMessage): number =>
      textsOf(sent).reduce((sum, text) => sum + count(text), message + callsOf(sent).length * call)
    return stateless<ChatMessage>({
      convert: given => given,
      run(messages) {
        let left = budget
        let start = messages.length
        while (start > 0) {
          left -= sizeOf(messages[start - 1] as ChatMessage)
          if (left < 0) break
          start--
        }
        return messages.slice(start)
      },
      read: outcome => outcome as ChatMessage[],
    })
  },
}

import type { ChatMessage } from '../../src/core/vendor/openai/write/chat/request.ts'
import { callsOf, contentOf, textsOf } from '../assembler/texts.ts'
import type { Count } from '../library/library.ts'

/** Tokens that are added for a message, as in `judge.ts`. */
const perMessage = 4

/** Tokens of a message: of its texts, and what is added. */
export const tokensOf = (message: ChatMessage, count: Count): number =>
  textsOf(message).reduce((sum, text) => sum + count(text), perMessage)

/** A request as a cache sees it: the head, then one block for each message. */
export interface Sent {
  /** Two blocks are the same where their keys are. */
  readonly keys: readonly number[]
  /** Tokens up to the end of each block. */
  readonly ends: readonly number[]
}

/** Makes requests comparable: whatever is the same text is the same key. */
export function createWriter(head: number, count: Count): (messages: readonly ChatMessage[]) => Sent {
  const known = new Map<string, number>()
  return messages => {
    const keys = [0]
    const ends = [head]
    let end = head
    for (const message of messages) {
      const text = wireText(message)
      const key = known.get(text) ?? known.size + 1
      known.set(text, key)
      keys.push(key)
      end += tokensOf(message, count)
      ends.push(end)
    }
    return { keys, ends }
  }
}

/** Returns the text of a message that a provider gets, the same for all libraries. */
export function wireText(message: ChatMessage): string {
  let text = wireTexts.get(message)
  if (text === undefined) {
    text = writeMessage(message)
    wireTexts.set(message, text)
  }
  return text
}

/** A history is written again for each of its requests. */
const wireTexts = new WeakMap<ChatMessage, string>()

function writeMessage(message: ChatMessage): string {
  const calls = callsOf(message).map(({ id, function: { name, arguments: written } }) => [id, name, written])
  const answered = message.role === 'tool' ? message.tool_call_id : null
  return JSON.stringify([message.role, contentOf(message), calls, answered])
}

export const totalOf = ({ ends }: Sent): number => ends.at(-1) ?? 0

/** Tokens of the longest run of blocks that a request begins with and an earlier one began with, too. */
export function sharedWith(earlier: readonly Sent[], { keys, ends }: Sent): number {
  let most = 0
  for (const { keys: others } of earlier) {
    if (most > 0 && others[most - 1] !== keys[most - 1]) continue
    let length = 0
    while (length < keys.length && keys[length] === others[length]) length++
    most = Math.max(most, length)
  }
  return ends[most - 1] ?? 0
}

import { countCommonItems } from './checked.ts'
import type { Fragment } from './target.ts'

/** Messages of the newest request's fragments. Most of the next request's fragments are the same, and are not read again. */
export class WrittenMessages<Message extends object> {
  private fragments: readonly Fragment[] = []
  private readonly messages: Message[] = []
  /** Number of messages up to the end of each fragment. */
  private readonly ends: number[] = []

  /** Returns a new list of the messages of fragments, in order, after those in `before`. */
  messagesOf(fragments: readonly Fragment[], before: readonly Message[] = []): Message[] {
    const { messages, ends } = this
    const common = countCommonItems(this.fragments, fragments)
    ends.length = common
    messages.length = ends[common - 1] ?? 0
    for (const fragment of fragments.slice(common)) {
      for (const message of fragment.messages) messages.push(message as Message)
      ends.push(messages.length)
    }
    this.fragments = fragments
    return before.concat(messages)
  }
}

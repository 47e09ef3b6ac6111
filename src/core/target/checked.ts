import type { Rest } from './automaton.ts'

/** List of messages that is compared with the next request's list, because consecutive requests share most messages. */
class Previous {
  private items: readonly object[] = []

  storeItems(items: readonly object[]): void {
    this.items = items
  }

  /** Returns the number of leading items that the stored list and a given list have in common. */
  countCommonWith(items: readonly object[]): number {
    return countCommonItems(this.items, items)
  }
}

/** Returns the number of leading items that two lists have in common. */
export function countCommonItems(left: readonly unknown[], right: readonly unknown[]): number {
  const most = Math.min(left.length, right.length)
  let count = 0
  while (count < most && left[count] === right[count]) count++
  return count
}

/**
 * Messages that passed the checks in earlier requests with the same head (all fields before the messages). In the next
 * request, only new messages are checked.
 */
export class CheckedMessages {
  /** Leading messages of the last draft that no fix had to change. */
  readonly unchanged = new Previous()
  /** All messages of the last request in which no rule was broken. */
  readonly legal = new Previous()
  /** Messages that passed the checks of single messages in some request. */
  readonly sound = new WeakSet<object>()
  private rests: Rest[] = []

  /** Returns the places within the first `legal` messages from which a check of the order may begin. */
  restsBefore(legal: number): Rest[] {
    const { rests } = this
    this.rests = []
    while ((rests.at(-1)?.index ?? 0) > legal) rests.pop()
    return rests
  }

  /** Stores the messages of a request that broke no rule, and the places between them at which no call was open. */
  keepLegal(messages: readonly object[], rests: Rest[]): void {
    this.legal.storeItems(messages.slice())
    this.rests = rests
  }
}

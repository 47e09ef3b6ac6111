import type { Rest } from './automaton.ts'

/**
 * Messages of the previous request, compared with those of the next request, because consecutive requests share most
 * messages.
 */
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
 * request, these messages are not checked again.
 */
export class CheckedMessages {
  /** Messages at the start of the last draft that no fix had to change. */
  readonly unchanged = new Previous()
  /** All messages of the last request in which no rule was broken. */
  readonly legal = new Previous()
  /** Messages that passed the check of single messages in some earlier request. */
  readonly sound = new WeakSet<object>()
  private rests: Rest[] = []

  /** Returns the places within the first `legal` messages at which a check of the order may begin. */
  restsBefore(legal: number): Rest[] {
    const { rests } = this
    this.rests = []
    while ((rests.at(-1)?.index ?? 0) > legal) rests.pop()
    return rests
  }

  /** Stores the messages of a request that broke no rule, and the places at which no call was open. */
  keepLegal(messages: readonly object[], rests: Rest[]): void {
    this.legal.storeItems(messages.slice())
    this.rests = rests
  }
}

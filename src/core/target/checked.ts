import type { Rest } from './automaton.ts'

/** List that is compared with the next one: consecutive requests have most of their messages in common. */
class Previous {
  private items: readonly object[] = []

  keep(items: readonly object[]): void {
    this.items = items
  }

  /** Returns the number of items at the beginning that both lists have. */
  commonWith(items: readonly object[]): number {
    return common(this.items, items)
  }
}

/** Returns the number of items at the beginning that two lists have in common. */
export function common(left: readonly unknown[], right: readonly unknown[]): number {
  const most = Math.min(left.length, right.length)
  let count = 0
  while (count < most && left[count] === right[count]) count++
  return count
}

/** Messages of the requests with one head that were found right, so that the next request is looked at where it is new. */
export class CheckedMessages {
  /** Messages that no fix had to change, at the beginning of the last draft. */
  readonly unchanged = new Previous()
  /** Messages of the last request that broke no rule. */
  readonly legal = new Previous()
  /** Messages that passed their own checks in some request. */
  readonly sound = new WeakSet<object>()
  private rests: Rest[] = []

  /** Returns the places between so many legal messages from which on their order may be checked. */
  restsBefore(legal: number): Rest[] {
    const { rests } = this
    this.rests = []
    while ((rests.at(-1)?.index ?? 0) > legal) rests.pop()
    return rests
  }

  /** Keeps the messages of a request that broke no rule, and the places between them where no call was open. */
  keepLegal(messages: readonly object[], rests: Rest[]): void {
    this.legal.keep(messages.slice())
    this.rests = rests
  }
}

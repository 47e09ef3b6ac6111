import type { Count } from '../../ir/count.ts'
import type { Fragment } from '../../target/target.ts'
import type { Room } from '../contract/room.ts'
import { Load } from './load.ts'

/** Cause of a shorter history: the tokens of the history exceeded the room. */
export const highWater = 'high-water'

/** Sum of the sizes of fragments, for comparison with the room. */
export class Tally {
  private readonly room: Room | null
  private readonly load: Load
  private estimate = 0
  private max = 0
  private exact = true
  private messages = 0

  constructor(room: Room | null, load = new Load(room)) {
    this.room = room
    this.load = load
  }

  add({ count, messages }: Fragment): void {
    this.estimate += count.estimate
    this.max += count.max
    this.exact &&= count.exact
    this.messages += messages.length
    this.load.add(messages)
  }

  /** Returns a copy that is compared with another room, which has the same limits and the same head. */
  copy(room: Room): Tally {
    const copy = new Tally(room, this.load.copy())
    copy.estimate = this.estimate
    copy.max = this.max
    copy.exact = this.exact
    copy.messages = this.messages
    return copy
  }

  /** Reason why the sum exceeds the room; null if the sum fits. */
  get excess(): string | null {
    if (this.room === null) return null
    if (this.max > this.room.tokens) return highWater
    return this.messages > this.room.messages
      ? 'there are more messages than the API takes'
      : this.load.refused
  }

  get count(): Count {
    return { estimate: this.estimate, max: this.max, exact: this.exact }
  }
}

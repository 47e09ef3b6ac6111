import { addWeight, shareOfLimits, weightless, whyMessagesRefused } from '../../target/limits.ts'
import { boundWeight, type Sum, type Weigh, type Weight, weighMessage } from '../../target/weight.ts'
import type { Room } from '../contract/room.ts'

/** Messages that were added to a load, newest first. Copies of a load share them. */
interface Added {
  readonly messages: readonly object[]
  readonly before: Added | null
}

/**
 * Running total of the sizes that an API limits in addition to tokens: images, bytes, pages, characters. Its bytes are
 * an upper bound until this bound would exceed a limit; from then on they are counted.
 */
export class Load {
  private readonly limits: Room['limits']
  private readonly head: Weight
  private weight: Sum
  private weigh: Weigh = boundWeight
  private added: Added | null = null

  constructor(room: Pick<Room, 'limits' | 'head'> | null, head: Weight = room?.head ?? weightless) {
    this.limits = room?.limits ?? null
    this.head = head
    this.weight = { ...head }
  }

  add(messages: readonly object[]): void {
    if (this.limits === null) return
    this.added = { messages, before: this.added }
    for (const message of messages) addWeight(this.weight, this.weigh(message))
  }

  copy(): Load {
    const { limits, head, weight, weigh, added } = this
    return Object.assign(new Load(limits && { limits, head }), { weight: { ...weight }, weigh, added })
  }

  /** Reason why the API would refuse the total; null if the API would accept it. */
  get refused(): string | null {
    const { limits } = this
    if (limits === null || whyMessagesRefused(this.weight, limits) === null) return null
    return whyMessagesRefused(this.counted, limits)
  }

  /** Whether the total uses at least this share of the API's limits. */
  uses(share: number): boolean {
    const { limits } = this
    if (limits === null) return share <= 0
    return shareOfLimits(this.weight, limits) >= share && shareOfLimits(this.counted, limits) >= share
  }

  /** Weight with counted bytes. */
  private get counted(): Weight {
    if (this.weigh === weighMessage) return this.weight
    this.weigh = weighMessage
    this.weight = { ...this.head }
    for (let { added } = this; added !== null; added = added.before)
      for (const message of added.messages) addWeight(this.weight, weighMessage(message))
    return this.weight
  }
}

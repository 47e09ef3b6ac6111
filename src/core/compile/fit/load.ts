import { addWeight, shareOfLimits, weightless, whyMessagesRefused } from '../../target/limits.ts'
import { type Sum, type Weight, weighMessage } from '../../target/weight.ts'
import type { Room } from '../contract/room.ts'

/** Running total of the sizes that an API limits in addition to tokens: images, bytes, pages, characters. */
export class Load {
  private readonly limits: Room['limits']
  private readonly weight: Sum

  constructor(room: Pick<Room, 'limits' | 'head'> | null, from: Weight = room?.head ?? weightless) {
    this.limits = room?.limits ?? null
    this.weight = { ...from }
  }

  add(messages: readonly object[]): void {
    if (this.limits === null) return
    for (const message of messages) addWeight(this.weight, weighMessage(message))
  }

  copy(): Load {
    return new Load(this.limits && { limits: this.limits, head: this.weight })
  }

  /** Reason why the API would refuse the total; null if the API would accept it. */
  get refused(): string | null {
    return this.limits === null ? null : whyMessagesRefused(this.weight, this.limits)
  }

  /** Share of the API's limits that the total uses. */
  get share(): number {
    return this.limits === null ? 0 : shareOfLimits(this.weight, this.limits)
  }
}

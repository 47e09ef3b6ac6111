import { plusWeight, refusal, shareOf, weightless } from '../../target/limits.ts'
import { type Weight, weigh } from '../../target/weight.ts'
import type { Room } from '../contract/room.ts'

/** Running total of the quantities that an API limits in addition to tokens: images, bytes, pages, characters. */
export class Load {
  private readonly limits: Room['limits']
  private weight: Weight

  constructor(room: Pick<Room, 'limits' | 'head'> | null, from: Weight = room?.head ?? weightless) {
    this.limits = room?.limits ?? null
    this.weight = from
  }

  add(messages: readonly object[]): void {
    if (this.limits === null) return
    for (const message of messages) this.weight = plusWeight(this.weight, weigh(message))
  }

  /** Reason why the API would refuse the total; null if the API accepts it. */
  get refused(): string | null {
    return this.limits === null ? null : refusal(this.weight, this.limits)
  }

  /** Share of the API's limits that the total uses. */
  get share(): number {
    return this.limits === null ? 0 : shareOf(this.weight, this.limits)
  }
}

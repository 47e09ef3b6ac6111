import { TrimFold } from '../budget/trim-fold.ts'
import type { KnownFloor } from './compaction.ts'
import { Fragments } from './fragments.ts'
import type { Setup } from './setup.ts'

/** What is kept of one session between compiles: nothing in it can change what comes out. */
export class Memo {
  readonly fragments: Fragments
  readonly compaction: KnownFloor = { seen: 0, floor: null }
  private readonly setup: Setup
  private trim: TrimFold | undefined
  private floor: number | null = null

  constructor(setup: Setup) {
    this.setup = setup
    this.fragments = new Fragments(setup.backEnd, setup.target, setup.meter)
  }

  /** The fold over the log behind a floor. */
  fold(floor: number | null): TrimFold {
    if (this.trim === undefined || this.floor !== floor) {
      const { sizing, room, low } = this.setup
      this.trim = new TrimFold(sizing, room.tokens, low, floor ?? 0)
      this.floor = floor
    }
    return this.trim
  }
}

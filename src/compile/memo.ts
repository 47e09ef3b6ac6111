import { TrimFold } from '../budget/trim-fold.ts'
import { EffectKeys } from '../effect/keys.ts'
import type { Seen } from '../session/seen.ts'
import type { Session } from '../session/session.ts'
import type { UnitFold } from '../session/unit-fold.ts'
import { View } from '../session/view.ts'
import type { KnownFloor } from './compaction.ts'
import { Fragments } from './fragments.ts'
import type { Setup } from './setup.ts'

/** What is kept of one session between compiles: nothing in it can change what comes out. */
export class Memo {
  readonly fragments: Fragments
  readonly keys = new EffectKeys()
  readonly compaction: KnownFloor = { seen: 0, floor: null }
  private readonly setup: Setup
  private trim: TrimFold | undefined
  private floor: number | null = null

  private readonly units: UnitFold
  private view: View | undefined

  constructor(setup: Setup, units: UnitFold) {
    this.setup = setup
    this.units = units
    this.fragments = new Fragments(setup.backEnd, setup.target, setup.meter)
  }

  /** The session as the agent sees it. */
  seen(session: Session): Seen {
    const { sight } = this.setup
    if (sight === null) return session
    this.view ??= new View(this.units, sight)
    return { length: session.length, units: this.view, event: seq => session.event(seq) }
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

import type { Note } from '../diag/collect.ts'
import { lowerUnit } from '../lower/block.ts'
import type { Session } from '../session/session.ts'
import type { BackEnd, Fragment, UnitOptions } from '../target/target.ts'
import type { Meter } from './work.ts'

/** A unit's fragment, with what lowering it had to say. */
export interface Emitted extends Fragment {
  readonly ordinal: number
  readonly notes: readonly Note[]
}

/** A fragment, and what it was made from. */
interface Known {
  readonly version: number
  readonly options: UnitOptions
  readonly emitted: Emitted
}

/** Whether other options would give the same: where there is no reasoning, it does not matter whether it may go along. */
function isSame({ options, emitted }: Known, { reasoning, last }: UnitOptions): boolean {
  if (options.last !== last) return false
  if (options.reasoning === reasoning) return true
  return emitted.reasoning === 0 && !emitted.edits.includes('reasoning-omitted')
}

/** Writes units for the target when somebody asks, and keeps what it wrote until the unit changes. */
export class Fragments {
  private readonly backEnd: BackEnd
  private readonly meter: Meter
  private readonly known = new Map<number, Known>()
  private oldest = 0

  constructor(backEnd: BackEnd, meter: Meter) {
    this.backEnd = backEnd
    this.meter = meter
  }

  at(session: Session, ordinal: number, options: UnitOptions): Emitted {
    const version = session.units.rows.versionOf(ordinal)
    const known = this.known.get(ordinal)
    if (known?.version === version && isSame(known, options)) return known.emitted
    this.meter.units++
    const { block, notes, edits } = lowerUnit(session, ordinal)
    const fragment = this.backEnd.unit(block, options)
    const emitted = {
      ...fragment,
      ordinal,
      notes: [...notes, ...fragment.notes],
      edits: [...new Set([...edits, ...fragment.edits])],
    }
    this.known.set(ordinal, { version, options, emitted })
    return emitted
  }

  /** Forgets the units before one: they will not be sent again. */
  forget(before: number): void {
    for (; this.oldest < before; this.oldest++) this.known.delete(this.oldest)
  }
}

import type { Note } from '../diag/collect.ts'
import { type Count, plus, zero } from '../ir/count.ts'
import { lowerUnit } from '../lower/block.ts'
import type { Session } from '../session/session.ts'
import type { BackEnd, Fragment } from '../target/target.ts'
import type { Meter } from './work.ts'

/** A unit's fragment, with what lowering it had to say. */
export interface Emitted extends Fragment {
  readonly ordinal: number
  readonly notes: readonly Note[]
}

/** Emits units on demand, each once: what is never looked at costs nothing. */
export class Fragments {
  private readonly session: Session
  private readonly backEnd: BackEnd
  private readonly must: ReadonlySet<number>
  private readonly last: number
  private readonly meter: Meter
  /** Whether reasoning goes along. */
  readonly reasoning: boolean
  private readonly emitted = new Map<number, Emitted>()

  constructor(
    session: Session,
    backEnd: BackEnd,
    must: ReadonlySet<number>,
    reasoning: boolean,
    meter: Meter,
    last = session.units.rows.lastShown(),
  ) {
    this.meter = meter
    this.session = session
    this.backEnd = backEnd
    this.must = must
    this.last = last
    this.reasoning = reasoning
  }

  at(ordinal: number): Emitted {
    const known = this.emitted.get(ordinal)
    if (known) return known
    this.meter.units++
    const { block, notes, edits } = lowerUnit(
      this.session,
      ordinal,
      this.must.has(ordinal) ? 'critical' : 'important',
    )
    const fragment = this.backEnd.unit(block, { reasoning: this.reasoning, last: ordinal === this.last })
    const emitted = {
      ...fragment,
      ordinal,
      notes: [...notes, ...fragment.notes],
      edits: [...new Set([...edits, ...fragment.edits])],
    }
    this.emitted.set(ordinal, emitted)
    return emitted
  }
}

/** The bare declarations that the units kept so far need. */
export class Stubs {
  private readonly backEnd: BackEnd
  private readonly fragments: Fragments
  private readonly counts = new Map<string, Count>()

  constructor(backEnd: BackEnd, fragments: Fragments) {
    this.backEnd = backEnd
    this.fragments = fragments
  }

  /** What a unit adds to the declarations of those that were taken. */
  beside(ordinal: number): Count {
    let sum = zero
    for (const [, count] of this.fresh(ordinal)) sum = plus(sum, count)
    return sum
  }

  take(ordinal: number): void {
    for (const [name, count] of this.fresh(ordinal)) this.counts.set(name, count)
  }

  /** What all of them cost. */
  get count(): Count {
    return [...this.counts.values()].reduce(plus, zero)
  }

  private fresh(ordinal: number): Map<string, Count> {
    const fresh = new Map<string, Count>()
    for (const name of this.fragments.at(ordinal).toolNames) {
      if (this.counts.has(name) || fresh.has(name)) continue
      const count = this.backEnd.stub(name, this.counts.size + fresh.size === 0)
      if (count) fresh.set(name, count)
    }
    return fresh
  }
}

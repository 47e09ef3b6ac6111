import { firstIndex } from '../../text/list.ts'
import { KeyProvenance, type ValueUnits } from '../unit/provenance.ts'
import type { Move, Routing } from '../unit/routing.ts'
import type { UnitFold } from '../unit/unit-fold.ts'

/**
 * Period during which the state contains a unit's text. It is given by the seqs of the event that stored the text and
 * of the event that removed it.
 */
interface Stay {
  readonly from: number
  /** Seq of the removing event; null while the state still contains the text. */
  readonly to: number | null
}

/**
 * Conversation units that an agent gets through the state instead of its history. Once no key contains a unit's text
 * any more, the unit is shown after all units that existed at that time, so that the beginning of the request stays
 * unchanged. The unit is never hidden again.
 */
export class Carried {
  private readonly fold: UnitFold
  private readonly isForeign: (unit: number) => boolean
  private readonly routing: Routing
  private readonly provenance: KeyProvenance
  private entries = 0
  /** Number of keys that the agent reads and that contain a unit's text, by unit. */
  private readonly keys = new Map<number, number>()
  private stays = new Map<number, Stay>()
  private all: Move[] = []
  /** Units that are shown again, in the order of the events that made them visible. */
  private again: number[] = []
  /** Index of each unit in `again`. */
  private readonly places = new Map<number, number>()

  /** `isForeign` decides whether a unit is another agent's; an agent always sees its own units. */
  constructor(fold: UnitFold, routing: Routing, isForeign: (unit: number) => boolean) {
    this.fold = fold
    this.isForeign = isForeign
    this.routing = routing
    this.provenance = new KeyProvenance(routing.lineage)
  }

  /** Processes the changes to the state since the previous call of this method. */
  readStateChanges(): void {
    const { entries } = this.fold.states
    for (; this.entries < entries.length; this.entries++) {
      const entry = entries[this.entries] as (typeof entries)[number]
      const touched = new Set<number>()
      this.provenance.add(entry, this.fold, (key, before, now) => {
        if (!this.routing.reads.has(key)) return
        this.countKeysWithText(before, -1, touched)
        this.countKeysWithText(now, 1, touched)
      })
      if (entry.rewindTo !== null) this.forgetRewound(entry.rewindTo)
      for (const unit of [...touched].sort((left, right) => left - right)) this.recordStay(unit, entry.seq)
    }
  }

  /** All moves (units shown or hidden by an event), oldest first. A rewind may change earlier moves. */
  get moves(): readonly Move[] {
    return this.all
  }

  /** Whether a unit's text is in the state and therefore not in the history. */
  isTextInState(unit: number): boolean {
    const stay = this.stays.get(unit)
    return stay !== undefined && stay.to === null
  }

  /** Whether a unit's text was in the state right after an event. */
  wasTextInState(unit: number, seq: number): boolean {
    const stay = this.stays.get(unit)
    return stay !== undefined && stay.from <= seq && (stay.to === null || stay.to > seq)
  }

  /**
   * Returns the position at which a unit is shown. If an event made the unit visible again, this is the position after
   * the last unit before the event; otherwise, it is the unit's own position.
   */
  orderOf(unit: number): number {
    const to = this.stays.get(unit)?.to ?? null
    if (to === null) return unit
    const place = this.places.get(unit) ?? 0
    return this.fold.rows.firstFrom(to) - 1 / (2 + place)
  }

  /** Yields the units that are shown again, the last one first. */
  *shownAgainUnits(): Generator<number> {
    for (let index = this.again.length - 1; index >= 0; index--) yield this.again[index] as number
  }

  private countKeysWithText(words: ValueUnits, by: number, touched: Set<number>): void {
    for (const unit of words) {
      if (!this.isForeign(unit)) continue
      this.keys.set(unit, (this.keys.get(unit) ?? 0) + by)
      touched.add(unit)
    }
  }

  private recordStay(unit: number, seq: number): void {
    const stay = this.stays.get(unit)
    const isHeld = (this.keys.get(unit) ?? 0) > 0
    if (isHeld && stay === undefined) {
      this.stays.set(unit, { from: seq, to: null })
      this.all.push({ seq, unit, shown: false })
    } else if (!isHeld && stay?.to === null) {
      this.stays.set(unit, { from: stay.from, to: seq })
      this.all.push({ seq, unit, shown: true })
      this.places.set(unit, this.again.push(unit) - 1)
    }
  }

  /** Removes the effects of rewound events. */
  private forgetRewound(to: number): void {
    const stays = [...this.stays].flatMap(([unit, { from, to: end }]): [number, Stay][] => {
      if (from >= to) return []
      const isHeld = end === null || (end >= to && (this.keys.get(unit) ?? 0) > 0)
      return [[unit, { from, to: isHeld ? null : end }]]
    })
    this.stays = new Map(stays)
    const moves = stays.flatMap(([unit, stay]): Move[] => [
      { seq: stay.from, unit, shown: false },
      ...(stay.to === null ? [] : [{ seq: stay.to, unit, shown: true }]),
    ])
    this.all = moves.sort((left, right) => left.seq - right.seq || left.unit - right.unit)
    this.again = this.all.flatMap(({ unit, shown }) => (shown ? [unit] : []))
    this.places.clear()
    for (const [place, unit] of this.again.entries()) this.places.set(unit, place)
  }
}

/** Returns the index of the first move caused by the event at `seq` or a later one. */
export const movesFrom = (moves: readonly Move[], seq: number): number =>
  firstIndex(moves.length, index => (moves[index] as Move).seq >= seq)

import type { ActivePolicy, Clause, Operation } from '../../ir/policy.ts'
import { asItIs, type Shape } from '../../ir/shape.ts'
import type { Tier } from '../../ir/tier.ts'
import type { Event } from '../../session/event.ts'
import type { Unseen } from '../../session/sight.ts'
import type { UnitRows } from '../../session/unit-rows.ts'
import type { Units } from '../../session/units.ts'
import { userRun } from '../../session/user-run.ts'
import { Repeats } from '../dedupe/repeats.ts'
import { firstFrom, lastUpTo } from './members.ts'
import { never, reachOf } from './reach.ts'
import { type Due, leastDue, shapeBy } from './shape-of.ts'
import { highestTier, passes, type Slot, slotsOf } from './slot.ts'
import { Turns } from './turns.ts'

/**
 * The units of a session that a policy selects, as one agent sees them: those that any clause selects, what is critical,
 * and the current input. A unit is looked at once, when it comes or gains something; what goes by places is worked out
 * anew for each compile, from the places alone.
 */
export class Selection implements Units {
  readonly rows: UnitRows
  private readonly view: Units
  private readonly meter: { places: number }
  private readonly slots: readonly Slot[]
  /** Those whose units are gone through one by one: what is archived is not shown. */
  private readonly walked: readonly Slot[]
  private readonly turns = new Turns()
  private readonly repeats: Repeats
  private readonly reads: boolean
  private eventAt: (seq: number) => Event = () => {
    throw new Error('no session was looked at')
  }
  private looked = 0
  private current: ReadonlySet<number> = new Set()
  private last = -1
  /** Units that are shown wherever they stand, each list in order. */
  private kept: readonly (readonly number[])[] = []
  /** Every unit from here on is selected, and every one before `first`. */
  private dense = never
  private first = 0

  /** `meter`: counts the places that are gone to. `expander`: the tool of the agent that takes handles. */
  constructor(
    view: Units,
    { clauses }: ActivePolicy,
    meter: { places: number },
    expander: string | null = null,
  ) {
    this.view = view
    this.meter = meter
    this.rows = view.rows
    this.slots = slotsOf(clauses, this.rows, seq => this.eventAt(seq))
    this.walked = this.slots.filter(({ test, clause }) => test !== null && clause.tier !== 'archive')
    this.repeats = new Repeats(expander)
    this.reads = this.has('dedupe')
  }

  /** The clauses, each followed by what stands for it. */
  get clauses(): readonly Clause[] {
    return this.slots.map(({ clause }) => clause)
  }

  /** Looks at what came since, and at where everything begins now. */
  look(eventAt: (seq: number) => Event): void {
    this.eventAt = eventAt
    const { rows, slots } = this
    const { spans } = rows
    this.turns.look(this.view)
    let last = -1
    for (; this.looked < spans.length; this.looked++) {
      const unit = spans.unitOf(this.looked)
      if (unit === last) continue
      last = unit
      for (const { test, members } of slots) if (test?.(unit)) members.add(unit)
      if (this.reads) this.repeats.read(unit, rows, eventAt)
    }
    for (const slot of slots) this.place(slot)
    this.findDense()
    this.last = this.newestFor()
    const opener = this.last < 0 ? null : this.view.openerOf(this.last)
    const run = opener === null ? [] : userRun(this.view, opener)
    this.current = new Set([...this.view.openUnits(), ...run, ...(this.last < 0 ? [] : [this.last])])
    const current = [...this.current].sort((left, right) => left - right)
    // A summary stands in another place than it was said in.
    this.kept = [current, this.view.critical, rows.covers.places().map(([place]) => place)]
  }

  /** From here on a clause selects, because what is before takes more tokens than it may. */
  limit(index: number, from: number): void {
    const slot = this.slots[index]
    if (slot === undefined || slot.limit === from) return
    slot.limit = from
    this.findDense()
  }

  /** Where what a clause selects begins, its limit aside; Infinity where it selects nothing. */
  beginOf(index: number): number {
    return this.slots[index]?.from ?? never
  }

  /** The slots that select a unit, by index. */
  slotsOf(unit: number): number[] {
    return this.slots.flatMap((slot, index) =>
      unit >= slot.limit && this.selects(slot, unit) ? [index] : [],
    )
  }

  /** The units before one that a clause selects, its limit aside: newest first. */
  *selectedBy(index: number): Generator<number> {
    const slot = this.slots[index]
    if (slot === undefined || slot.from === never) return
    for (let unit = this.view.lastShown(); unit >= 0; unit = this.stepBack(slot, unit))
      if (!this.view.isHidden(unit) && this.selects(slot, unit)) yield unit
  }

  shapeOf(unit: number, start: number, pressed: number): Shape {
    const due = this.dueOf(unit, pressed)
    if (due === null || due.operations.length === 0) return asItIs
    return shapeBy(due, this.rows.covers.sourceOf(unit), { start, pressed }, this, this.repeats)
  }

  /** What is done to a unit: of the clauses that select it, the one that does least to it says. */
  dueOf(unit: number, pressed: number): Due | null {
    const slots = this.slotsOf(unit).map(index => this.slots[index] as Slot)
    return leastDue(this.rows.covers.sourceOf(unit), slots, pressed, this)
  }

  /** Whether a clause has such an operation. */
  has(op: Operation['op']): boolean {
    return this.slots.some(({ clause }) => clause.operations.some(operation => operation.op === op))
  }

  /** Whether a clause has such a tier. */
  hasTier(tier: Tier): boolean {
    return this.slots.some(({ clause }) => clause.tier === tier)
  }

  /** Where the newest so many turns begin. */
  turnsBegin(turns: number, step: number): number {
    return this.turns.begin(turns, step)
  }

  isCurrent(unit: number): boolean {
    return this.current.has(unit)
  }

  tierOf(unit: number): Tier {
    const own = this.view.tierOf(unit)
    if (own === 'critical') return own
    return highestTier(
      this.slotsOf(unit).map(index => (this.slots[index] as Slot).clause),
      this.current.has(unit) ? 'important' : 'archive',
    )
  }

  get critical(): readonly number[] {
    const found = new Set(this.view.critical)
    for (const [index, { clause }] of this.slots.entries()) {
      if (clause.tier !== 'critical') continue
      for (const unit of this.selectedBy(index)) if (this.slotsOf(unit).includes(index)) found.add(unit)
    }
    return [...found].sort((left, right) => left - right)
  }

  isHidden(unit: number): boolean {
    return this.view.isHidden(unit) || this.isUnseen(unit)
  }

  isUnseen(unit: number): boolean {
    return this.whyUnseen(unit) !== null
  }

  whyUnseen(unit: number): Unseen | null {
    const why = this.view.whyUnseen(unit)
    if (why !== null || this.current.has(unit) || this.view.tierOf(unit) === 'critical') return why
    const slots = this.slotsOf(unit)
    if (slots.some(index => this.slots[index]?.clause.tier !== 'archive')) return null
    if (slots.length > 0) return 'archived'
    if (this.slots.some(slot => this.selects(slot, unit))) return 'over-clause'
    return this.slots.some(({ clause, from }) => passes(clause.select) && unit < from)
      ? 'slid-out'
      : 'not-selected'
  }

  isForOthers(unit: number): boolean {
    return this.view.isForOthers(unit)
  }

  hears(unit: number): boolean {
    return this.view.hears(unit) && !this.isUnseen(unit)
  }

  before(unit: number): number {
    this.meter.places++
    const place = this.view.before(unit)
    if (place < 0 || place >= this.dense || place < this.first) return place
    let found = this.first - 1
    for (const { from, limit, members } of this.walked) {
      const member = from < never ? members.upTo(place) : -1
      if (member >= limit) found = Math.max(found, member)
    }
    for (const kept of this.kept) found = Math.max(found, lastUpTo(kept, place))
    return Math.min(place, this.rows.covers.runOf(found)?.from ?? found)
  }

  after(unit: number): number {
    this.meter.places++
    const place = this.view.after(unit)
    const { length } = this.rows
    if (place >= length || place >= this.dense || place < this.first) return place
    let found = Math.min(this.dense, length)
    for (const { from, limit, members } of this.walked)
      if (from < never) found = Math.min(found, members.from(Math.max(place, limit)))
    for (const kept of this.kept) found = Math.min(found, firstFrom(kept, place))
    const run = found < length ? this.rows.covers.runOf(found) : undefined
    return Math.max(place, run?.from ?? found)
  }

  shownBefore(end: number, most: number): number {
    let shown = 0
    for (let unit = this.before(end); unit >= 0 && shown < most; unit = this.before(unit))
      if (!this.isHidden(unit)) shown++
    return shown
  }

  lastShown(): number {
    return this.last
  }

  openUnits(): number[] {
    return this.view.openUnits()
  }

  isGrowing(unit: number): boolean {
    return this.view.isGrowing(unit)
  }

  isForeign(unit: number): boolean {
    return this.view.isForeign(unit)
  }

  openerOf(unit: number): number | null {
    return this.view.openerOf(unit)
  }

  get epoch(): string {
    return this.view.epoch
  }

  get slide(): null {
    return null
  }

  /** The last unit, of other agents' those only that a clause selects: what they say is no input that has to be answered. */
  private newestFor(): number {
    let unit = this.view.lastShown()
    while (unit >= 0 && (this.view.isHidden(unit) || !this.concerns(unit))) unit = this.view.before(unit)
    return unit
  }

  private concerns(unit: number): boolean {
    return (
      !this.view.isForeign(unit) ||
      this.view.tierOf(unit) === 'critical' ||
      this.slotsOf(unit).some(index => this.slots[index]?.clause.tier !== 'archive')
    )
  }

  private findDense(): void {
    this.dense = never
    this.first = 0
    for (const { test, from, to, limit, clause } of this.slots) {
      if (test !== null || from === never || clause.tier === 'archive') continue
      if (to < never) this.first = Math.max(this.first, to)
      else this.dense = Math.min(this.dense, Math.max(from, limit))
    }
  }

  private selects({ test, members, from, to }: Slot, unit: number): boolean {
    if (unit < from || unit >= to) return false
    if (test === null) return true
    return members.has(unit) || members.has(this.rows.covers.sourceOf(unit))
  }

  private stepBack({ test, from, to, members }: Slot, unit: number): number {
    this.meter.places++
    const place = this.view.before(unit)
    if (place < from) return -1
    if (test === null) return place < to ? place : Math.min(place, to - 1)
    const member = members.upTo(place)
    return member < 0 ? -1 : Math.min(place, this.rows.covers.runOf(member)?.from ?? member)
  }

  /** Works out where a slot begins and ends. */
  private place(slot: Slot): void {
    const { view } = this
    slot.limit = 0
    slot.from = 0
    slot.to = never
    const stands = slot.stands === null ? null : (this.slots[slot.stands] as Slot)
    // Where one before it in its chain is not asked, one before that selects.
    slot.asked = stands === null || (stands.asked && this.isEmpty(stands))
    if (!slot.asked) slot.from = never
    else if (slot.test === null) [slot.from, slot.to] = reachOf(slot.clause.select, view, this.turns)
  }

  private isEmpty(slot: Slot): boolean {
    if (slot.from === never) return true
    if (slot.test === null) return this.view.lastShown() < 0
    return !slot.members.some(unit => !this.view.isHidden(unit))
  }
}

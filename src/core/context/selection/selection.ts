import type { Tier } from '../../ir/block.ts'
import type { Event } from '../../ir/event.ts'
import type { ActivePolicy, Clause, Operation, Selector } from '../../ir/policy.ts'
import { asItIs, type Shape } from '../../ir/shape.ts'
import type { Unseen } from '../../session/unit/sight.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import type { Units } from '../../session/unit/units.ts'
import { userRun } from '../../session/unit/user-run.ts'
import { never } from '../definition/selector.ts'
import { Repeats } from '../operation/dedupe/repeats.ts'
import { definitionOf } from '../operation/operations.ts'
import { isSlidingSelector } from '../selector/selectors.ts'
import { everything } from './active-policy.ts'
import { type ClauseState, firstSelected, highestTier, isDemoting, tierFromClause } from './clause-state.ts'
import { ClauseStates } from './clause-states.ts'
import { firstFrom, lastUpTo } from './members.ts'
import { computeShape, type DueOperations, gentlestClause } from './shape-of.ts'

/**
 * Units of a session that one agent is shown under a policy: units that at least one clause selects, critical units,
 * and the current input. The content of a unit is tested once, when it is new or gets more parts. Selections by
 * position are computed again for each compile, without reading content.
 */
export class PolicySelection implements Units {
  readonly rows: UnitTable
  /** Clauses of the policy. Each clause is followed by its `orElse` chain. */
  readonly clauses: readonly Clause[]
  /** Whether the agent has a tool that restores content by its handle. */
  readonly canRestore: boolean
  private readonly view: Units
  private readonly meter: { places: number }
  private readonly slots: ClauseStates
  private readonly repeats: Repeats
  private readonly reads: boolean
  private eventAt: (seq: number) => Event = () => {
    throw new Error('no session was looked at')
  }
  /** Clause that applies to units that are shown although no clause selects them. */
  private readonly rest: Pick<ClauseState, 'clause' | 'rank'>
  private looked = 0
  private now: number | null = null
  private current: ReadonlySet<number> = new Set()
  private last = -1
  /** User messages that opened the turns in which clauses with `atMost` begin. */
  private opening: ReadonlySet<number> = new Set()
  /** Units that are shown regardless of their position, as several sorted lists. */
  private kept: readonly (readonly number[])[] = []

  /** `meter` counts the visited units. `expander` is the name of the agent's tool that restores content by handle. */
  constructor(
    view: Units,
    { clauses, always = [] }: ActivePolicy,
    meter: { places: number },
    expander: string | null = null,
  ) {
    this.view = view
    this.meter = meter
    this.rows = view.rows
    this.canRestore = expander !== null
    this.slots = new ClauseStates(view, clauses, meter, seq => this.eventAt(seq))
    this.clauses = this.slots.all.map(({ clause }) => clause)
    this.rest = { clause: { ...everything, operations: always }, rank: -1 }
    this.repeats = new Repeats(
      expander,
      this.hasOperation(one => definitionOf(one).leavesOut(one) === 'alike'),
    )
    this.reads = this.hasOperation(one => definitionOf(one).leavesOut(one) !== null)
  }

  /** Reads new units and computes the current range of each clause. */
  readNewUnits(eventAt: (seq: number) => Event): void {
    this.eventAt = eventAt
    const { rows, slots } = this
    const { spans } = rows
    if (slots.tested.length === 0 && !this.reads) this.looked = spans.length
    let last = -1
    for (; this.looked < spans.length; this.looked++) {
      const unit = spans.unitOf(this.looked)
      if (unit === last) continue
      last = unit
      slots.add(unit)
      if (this.reads) this.repeats.readResults(unit, rows, eventAt)
    }
    slots.computeRanges()
    this.last = this.newestForAgent()
    const opener = this.last < 0 ? null : this.view.openerOf(this.last)
    const run = opener === null ? [] : userRun(this.view, opener)
    this.current = new Set([...this.view.openUnits(), ...run, ...(this.last < 0 ? [] : [this.last])])
    const current = [...this.current].sort((left, right) => left - right)
    // A summary may be shown at another position than the unit that contains it.
    this.kept = [current, this.view.critical, rows.covers.places().map(([place]) => place)]
    this.opening = new Set()
  }

  /** Sets the time of the compile in milliseconds since 1970; null if the time is unknown. */
  setTime(now: number | null): void {
    this.now = now
  }

  ageOf(unit: number): number | null {
    const { rows, now } = this
    const answers = rows.callsOf(unit).map(index => rows.call(index).answer?.seq ?? null)
    const seqs = answers.length > 0 ? answers : rows.spansOf(unit).map(span => rows.spans.seqOf(span))
    const times = seqs.flatMap(seq => (seq === null ? [] : (this.eventAt(seq).time ?? [])))
    return now === null || times.length === 0 ? null : now - Math.min(...times)
  }

  /** Sets the limit of each clause with `atMost`. The clause then selects only the units from its limit on. */
  limitClauses(limits: readonly number[]): void {
    for (const [index, from] of limits.entries()) this.slots.limitClause(index, from)
    if (limits.some(limit => limit > 0)) this.rememberOpenings()
  }

  /** Returns the first unit that a clause may select, ignoring its `atMost`; Infinity if the clause selects nothing. */
  beginOf(index: number): number {
    return this.slots.all[index]?.from ?? never
  }

  /** Returns the clauses that select a unit. */
  clausesOf(unit: number): Clause[] {
    return this.slots.statesSelecting(unit).map(({ clause }) => clause)
  }

  /** Returns the tiers that clauses assign to a unit. Only clauses whose selector passes `isMeant` count. */
  tiersOf(unit: number, isMeant: (select: Selector) => boolean = () => true): Tier[] {
    return this.slots
      .statesSelecting(unit)
      .flatMap(slot => (isMeant(slot.clause.select) ? [tierFromClause(slot, unit)] : []))
  }

  /** Returns the units that a clause selects, newest first, ignoring its `atMost`. */
  selectedBy(index: number): Iterable<number> {
    const slot = this.slots.all[index]
    return slot === undefined ? [] : this.slots.selectedBy(slot)
  }

  shapeOf(unit: number, start: number, compactBefore: number): Shape {
    const due = this.dueOperationsOf(unit, compactBefore)
    if (due === null || due.operations.length === 0) return asItIs
    return computeShape(due, this.rows.covers.unitShownAt(unit), { start, compactBefore }, this, this.repeats)
  }

  /** Returns the gentlest clause that selects a unit, with the operations of the clause that currently apply. */
  dueOperationsOf(unit: number, compactBefore: number): DueOperations | null {
    const source = this.rows.covers.unitShownAt(unit)
    const slots = this.slots.statesSelecting(source)
    return gentlestClause(source, slots.length > 0 ? slots : [this.rest], compactBefore, this)
  }

  /** Whether the policy has an operation that may make room in the budget. */
  get makesRoom(): boolean {
    return this.hasOperation(one => definitionOf(one).makesRoom(one))
  }

  /** Whether a clause has this tier. */
  hasTier(tier: Tier): boolean {
    return this.clauses.some(clause => clause.tier === tier)
  }

  /** Returns the first unit of the newest `steps` steps (model responses). */
  stepsBegin(steps: number, step: number): number {
    return this.slots.steps.firstUnitOfNewest(steps, step)
  }

  /** Returns the first unit of the newest `turns` turns. */
  turnsBegin(turns: number, step: number): number {
    return this.slots.turns.firstUnitOfNewest(turns, step)
  }

  isCurrent(unit: number): boolean {
    return this.current.has(unit)
  }

  tierOf(unit: number): Tier {
    const own = this.view.tierOf(unit)
    if (own === 'critical') return own
    return highestTier(
      this.tiersOf(unit),
      this.current.has(unit) || this.opening.has(unit) ? 'important' : 'archive',
    )
  }

  get critical(): readonly number[] {
    return this.criticalUnitsWhere(() => true)
  }

  /**
   * Critical units, except those that are critical only because of a clause with `atMost`. If a request would otherwise
   * be refused, these exceptions may be dropped.
   */
  get strictlyCritical(): readonly number[] {
    return this.criticalUnitsWhere(clause => !isDemoting(clause))
  }

  private criticalUnitsWhere(counts: (clause: Clause) => boolean): readonly number[] {
    const found = new Set(this.view.critical)
    for (const slot of this.slots.all) {
      if (slot.clause.tier !== 'critical' || !counts(slot.clause)) continue
      for (const unit of this.slots.selectedBy(slot)) if (unit >= slot.limit) found.add(unit)
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
    if (this.opening.has(unit)) return null
    const { slots } = this
    const selecting = slots.statesSelecting(unit)
    if (selecting.some(({ clause }) => clause.tier !== 'archive')) return null
    if (selecting.length > 0) return 'archived'
    if (slots.all.some(slot => slots.selects(slot, unit))) return 'over-clause'
    return slots.all.some(({ clause, from }) => isSlidingSelector(clause.select) && unit < from)
      ? 'slid-out'
      : 'not-selected'
  }

  isForOthers(unit: number): boolean {
    return this.view.isForOthers(unit)
  }

  showsOwnText(unit: number, seq?: number): boolean {
    return this.view.showsOwnText(unit, seq) && !this.isUnseen(unit)
  }

  get moves(): Units['moves'] {
    return this.view.moves
  }

  orderOf(unit: number): number {
    return this.view.orderOf(unit)
  }

  movedUnits(): Iterable<number> {
    return this.view.movedUnits()
  }

  placeBefore(unit: number): number {
    this.meter.places++
    const place = this.view.placeBefore(unit)
    if (place < 0 || this.slots.isDense(place)) return place
    let found = this.slots.lastSelectableUpTo(place)
    for (const kept of this.kept) found = Math.max(found, lastUpTo(kept, place))
    return Math.min(place, this.rows.covers.runOf(found)?.from ?? found)
  }

  placeAfter(unit: number): number {
    this.meter.places++
    const place = this.view.placeAfter(unit)
    const { length } = this.rows
    if (place >= length || this.slots.isDense(place)) return place
    let found = Math.min(this.slots.firstSelectableFrom(place), length)
    for (const kept of this.kept) found = Math.min(found, firstFrom(kept, place))
    const run = found < length ? this.rows.covers.runOf(found) : undefined
    return Math.max(place, run?.from ?? found)
  }

  shownBefore(end: number, most: number): number {
    let shown = 0
    for (let unit = this.placeBefore(end); unit >= 0 && shown < most; unit = this.placeBefore(unit))
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

  get standing(): null {
    return null
  }

  get epoch(): string {
    return this.view.epoch
  }

  get slide(): null {
    return null
  }

  private hasOperation(is: (operation: Operation) => boolean): boolean {
    return this.clauses.some(({ operations }) => operations.some(is))
  }

  /**
   * Stores the user messages that open the turns in which clauses with `atMost` begin. It is called once the limits are
   * known.
   */
  private rememberOpenings(): void {
    const { slots, view } = this
    const opening = slots.all.flatMap((slot): number[] => {
      const limit = firstSelected(slot)
      let first = limit === 0 ? slot.from : never
      if (limit > 0)
        for (const unit of slots.selectedBy(slot)) {
          if (unit < limit) break
          first = unit
        }
      if (first === 0 || first >= this.rows.length || this.rows.kindOf(first) === 'user') return []
      const opener = view.openerOf(first)
      return opener === null
        ? []
        : userRun(view, opener).filter(unit => this.whyUnseen(unit) === 'over-clause')
    })
    if (opening.length === 0) return
    this.opening = new Set(opening)
    this.kept = [...this.kept, opening.sort((left, right) => left - right)]
  }

  /**
   * Returns the last unit to which the agent should respond. Another agent's unit counts only if a clause selects it.
   */
  private newestForAgent(): number {
    let unit = this.view.lastShown()
    while (unit >= 0 && (this.view.isHidden(unit) || !this.concernsAgent(unit)))
      unit = this.view.placeBefore(unit)
    return unit
  }

  private concernsAgent(unit: number): boolean {
    return (
      !this.view.isForeign(unit) ||
      this.view.tierOf(unit) === 'critical' ||
      this.clausesOf(unit).some(({ tier }) => tier !== 'archive')
    )
  }
}

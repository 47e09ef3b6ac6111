import type { Tier } from '../../ir/block.ts'
import { type AuthorRole, type Event, roleOfAuthor } from '../../ir/event.ts'
import type { PartKind } from '../../ir/part.ts'
import { asItIs, type Shape } from '../../ir/shape.ts'
import type { UnitKind } from '../../ir/unit.ts'
import { isEqual } from '../../text/equal.ts'
import type { BranchState } from './branch-state.ts'
import type { CallPlace } from './call-table.ts'
import { coverBySummary, type Looks, placeUnmoved } from './cover-by-summary.ts'
import { DeclaredLog } from './declared-log.ts'
import { deriveId, needsDerivedId } from './derive-id.ts'
import { EarlyResults } from './early-results.ts'
import { OpenCalls } from './open-calls.ts'
import { OpeningRun } from './opening-run.ts'
import { Outcomes } from './outcomes.ts'
import { Rewinds } from './rewinds.ts'
import { RunMarks } from './run-marks.ts'
import type { Unseen } from './sight.ts'
import type { EventFlags, FactSink } from './sink.ts'
import { SkipList } from './skip-list.ts'
import { StateLog } from './state-log.ts'
import { UnitTable } from './unit-table.ts'
import type { Units } from './units.ts'
import { countShownBefore } from './units.ts'

/**
 * Builder of conversation units from events, in one pass over the log. A unit's id and extent depend only on the
 * events.
 */
export class UnitFold implements FactSink, Units {
  readonly rewinds = new Rewinds()
  readonly rows = new UnitTable(this.rewinds)
  /** Outcomes of effects, which a rewind does not undo. */
  readonly outcomes = new Outcomes()
  /** Changes that events made to the state. */
  readonly states = new StateLog()
  readonly runMarks = new RunMarks()
  /** Declarations in the requests, and their changes. */
  readonly declared = new DeclaredLog()
  /** Whether a rewind brought events back, which the units do not show: they must be formed again. */
  isOutdated = false
  /** Number of processed events. This is also the seq of the event in progress. */
  events = 0
  /** Returns an event that was processed or is in progress. The builder compares results with it to find copies. */
  eventAt: ((seq: number) => Event) | null = null
  /**
   * Ids of calls, each with the newest call that has the id. The call is -1 for a reserved id that no call of the
   * session has.
   */
  private readonly taken = new Map<string, number>()
  /** Names of all called tools. */
  private readonly called = new Set<string>()
  /** Generated ids that no call has as its original id. */
  private readonly madeUp = new Set<string>()
  private readonly branches = new Map<string, BranchState>()
  /**
   * Branches that wait for results. They are stored separately, because a session may have many branches, and few of
   * them wait.
   */
  private readonly waiting = new Set<BranchState>()
  private readonly looks: Looks = { run: new OpeningRun(), never: new SkipList() }
  // Flags of the event in progress.
  private marks: EventFlags | undefined
  private role: AuthorRole = 'user'
  private author = ''
  private branch = ''
  private response = ''
  private state = this.branchStateOf('')
  /** Index of the next part of the event in progress. */
  private nextPart = 0
  /** Number of units that begin in the event in progress. */
  private begun = 0
  /** Unit of the text of the event in progress; -1 until the event has text. */
  private message = -1
  /** Whether the event in progress contains a result. */
  private answers = false
  /** Calls of the event in progress whose results came before them. */
  private preceded: { readonly id: string; readonly call: number; readonly unit: number }[] = []

  /** Reserves memory for the given number of events. */
  reserveEvents(events: number): void {
    if (events > 64) this.rows.reserve(events)
  }

  event(author: string, branch: string, response: string, marks?: EventFlags): void {
    this.marks = marks
    if (branch !== this.branch) this.state = this.branchStateOf(branch)
    this.role = roleOfAuthor(author)
    this.author = author
    this.branch = branch
    this.response = response
    this.nextPart = 0
    this.begun = 0
    this.message = -1
    this.answers = false
  }

  part(kind: Exclude<PartKind, 'tool-call' | 'tool-result'>, size: number): void {
    const shows = size > 0 || kind !== 'text'
    // Reasoning does not count as text. So calls after reasoning belong to the unit of the calls before it.
    const unit = this.messageUnit(shows, kind === 'reasoning')
    this.rows.addPartToUnit(unit, this.events, this.nextPart++, size, shows)
    if (kind === 'opaque') this.rows.addOpaque(unit)
  }

  call(id: string, name: string, size: number, given: unknown): void {
    if (this.isStoredTwice(id, name, given)) return
    const unit = this.messageUnit(true, true)
    const part = this.nextPart++
    this.rows.addPartToUnit(unit, this.events, part, size, true)
    // A call that no model made, or that is inside a summary, cannot be answered. The call is sent as data.
    if (this.role !== 'model' || this.standsApart) return
    const first = id !== '' && !this.taken.has(id)
    // The id is chosen now and not when a request is sent, so that trimming never changes the id.
    const derived = first && !needsDerivedId(id) ? null : this.derivedId(unit, id, part)
    const call = this.rows.addCall(unit, this.events, part, { id, name, first, derived })
    this.recordCallId(id, call, derived)
    this.called.add(name)
    const open = this.state.open ?? this.startWaiting(new OpenCalls(this.rows.calls))
    open.add(call, unit, given)
    if (this.state.early?.waitsFor(id)) this.preceded.push({ id, call, unit })
  }

  /** Returns a generated id for a call that has no id or whose id cannot be sent. */
  private derivedId(unit: number, given: string, part: number): string {
    // An imported request may contain a call without an id next to a call whose id an earlier compile generated. Their
    // positions may differ from those at that compile, but the newly generated id must still differ from the earlier
    // one.
    const place = given === '' ? this.rows.idOf(unit) : `${this.rows.idOf(unit)}/${given}`
    return deriveId(place, this.events, part, this.taken)
  }

  /**
   * Whether a call equals one of the calls that still wait, because a log stored the call twice. If so, the second copy is added
   * to the unit of the first.
   */
  private isStoredTwice(id: string, name: string, given: unknown): boolean {
    const { open } = this.state
    if (open === null || this.role !== 'model' || this.standsApart) return false
    const equal = open.findEqualCall(id, name, given)
    if (equal < 0) return false
    this.rows.addPartToUnit(this.rows.calls.unitOf(equal), this.events, this.nextPart++, 0, true)
    return true
  }

  result(id: string, name: string, size: number): void {
    const { state } = this
    this.answers = true
    state.speaking = null
    const known = id !== '' && this.taken.has(id) && !this.madeUp.has(id)
    const call = state.open?.findCallFor(id, name, known) ?? -1
    const part = this.nextPart++
    if (state.open !== null) state.open.isSettled = true
    if (call < 0 || state.open === null) return this.addStrayResult(id, name, part, size, known)
    const unit = this.rows.calls.unitOf(call)
    this.rows.addPartToUnit(unit, this.events, part, size, true)
    this.markUnitCritical(unit)
    this.recordResult(state.open, call, this.events, part)
  }

  /** Adds a result that does not belong to a waiting call. */
  private addStrayResult(id: string, name: string, part: number, size: number, known: boolean): void {
    const { rows, state } = this
    const early = state.early?.takeReplacedAnswer(id)
    if (early !== undefined) {
      const left = this.beginUnit('orphan')
      const { seq, from } = rows.spans.spanAtIndex(rows.moveSpan(early.span, left, this.events))
      rows.addPartToUnit(this.markUnitCritical(rows.calls.unitOf(early.call)), this.events, part, size, true)
      rows.replaceEarlyResult(early.call, this.events, part)
      if (this.equalsKnownResult(early.call, seq, from)) rows.markCopy(left)
      return
    }
    // If the result has no id, the tool's name shows whether there was a call. A result whose call exists is never
    // dropped.
    const isLate = known || (id === '' && (name === '' ? this.called.size > 0 : this.called.has(name)))
    const isCopy = isLate && this.equalsKnownResult(this.taken.get(id) ?? -1, this.events, part)
    const unit = this.beginUnit(isCopy ? 'copy' : isLate ? 'late' : 'orphan')
    rows.addPartToUnit(isCopy ? unit : this.markUnitCritical(unit), this.events, part, size, true)
    if (isLate || id === '') return
    state.early ??= new EarlyResults()
    state.early.addWaitingResult(id, unit)
  }

  /** Whether a result equals the result that a call already has. */
  private equalsKnownResult(call: number, seq: number, part: number): boolean {
    const answer = call < 0 ? null : this.rows.call(call).answer
    const partAt = (place: CallPlace): unknown => this.eventAt?.(place.seq).parts[place.part]
    return answer !== null && isEqual(partAt({ seq, part }) ?? null, partAt(answer))
  }

  private recordResult(open: OpenCalls, call: number, seq: number, part: number): void {
    this.rows.recordCallResult(call, seq, part)
    open.waiting--
    if (open.waiting === 0) this.endWaiting()
  }

  /**
   * Answers calls of the event with results that came before them. This is done at the end of the event, so that a
   * result in the event itself takes precedence.
   */
  private applyEarlyResults(): void {
    const { rows, state } = this
    for (const { id, call, unit } of this.preceded) {
      const { early, open } = state
      if (early === null || open === null || rows.calls.isAnswered(call)) continue
      const units = early.takeUnits(id).filter(found => !rows.isRewound(found))
      // If several results come before the call, the nearest one is used. An earlier one may belong to a call that is
      // missing from the history.
      const nearest = units.at(-1)
      if (nearest === undefined) continue
      const span = rows.moveSpan(rows.spansOf(nearest)[0] as number, unit, this.events)
      const place = rows.spans.spanAtIndex(span)
      if (rows.isCritical(nearest)) rows.markCritical(unit)
      this.recordResult(open, call, place.seq, place.from)
      early.recordAnswer(id, unit, { call, span })
      for (const other of units.slice(0, -1)) {
        const { seq, from } = rows.spans.spanAtIndex(rows.spansOf(other)[0] as number)
        if (this.equalsKnownResult(call, seq, from)) rows.markCopy(other)
      }
    }
    this.preceded = []
  }

  takeId(id: string): void {
    this.recordCallId(id, -1, null)
  }

  end(acted: boolean): void {
    const { marks } = this
    if (this.preceded.length > 0) this.applyEarlyResults()
    if (marks !== undefined) this.applyFlags(marks)
    const opens = this.role === 'user' && this.nextPart > 0 && !this.answers
    if (opens || marks !== undefined)
      this.states.add(
        { seq: this.events, author: this.author, branch: this.branch, unit: this.message, opens },
        marks,
      )
    if (this.message >= 0 && this.role !== 'model' && !this.standsApart) this.endRun(this.state)
    if (this.nextPart === 0 && !acted) this.rows.addSpan(this.beginUnit(this.role), this.events, 0, 0, 0)
    this.events++
  }

  mark(value: number): void {
    const { spans } = this.rows
    // The hash changes only with events that added a run (parts of one event in one unit), because plans read the hash
    // at the first run after an event.
    if (spans.length > 0 && spans.seqOf(spans.length - 1) === this.events - 1) spans.mixIntoHash(value)
  }

  get critical(): readonly number[] {
    return this.rows.critical
  }

  tierOf(unit: number): Tier {
    return this.rows.isPlaceCritical(unit) ? 'critical' : 'important'
  }

  shapeOf(): Shape {
    return asItIs
  }

  shownBefore(end: number): number {
    return countShownBefore(this, this.rows.length - this.rows.hidden, end)
  }

  isForOthers(unit: number): boolean {
    return this.isUnseen(unit)
  }

  isHidden(unit: number): boolean {
    return this.rows.isHidden(unit)
  }

  isUnseen(unit: number): boolean {
    return this.rows.isRewound(unit)
  }

  whyUnseen(unit: number): Unseen | null {
    return this.isUnseen(unit) ? 'taken-back' : null
  }

  showsOwnText(unit: number): boolean {
    return !this.rows.isRewound(unit)
  }

  readonly moves = []

  orderOf(unit: number): number {
    return unit
  }

  movedUnits(): number[] {
    return []
  }

  placeBefore(unit: number): number {
    return this.rows.unitBefore(unit)
  }

  placeAfter(unit: number): number {
    return this.rows.unitAfter(unit)
  }

  get epoch(): string {
    return String(this.rows.rewinds.length)
  }

  get standing(): string {
    return this.rows.standing
  }

  get slide(): null {
    return null
  }

  isForeign(): boolean {
    return false
  }

  lastShown(): number {
    return this.rows.lastShown()
  }

  openerOf(unit: number): number | null {
    return this.rows.openerOf(unit)
  }

  openUnits(): number[] {
    return this.unitsOfOpenCalls(units => units.slice(-1))
  }

  /**
   * Returns the units whose calls may still be answered, oldest first. If consecutive units with calls form one
   * response, all of them are included.
   */
  answerableUnits(): number[] {
    return this.unitsOfOpenCalls(units => units)
  }

  isGrowing(unit: number): boolean {
    const state = this.branches.get(this.rows.branchOf(unit))
    if (this.rows.isOpen(unit) || state?.early?.mayGetLaterResult(unit)) return true
    return state?.speaking === unit && state.response !== ''
  }

  /**
   * Applies the flags of an event: places its summary, stores its outcome and its runner marks, and rewinds if
   * requested.
   */
  private applyFlags(flags: EventFlags): void {
    const { compaction, critical, effect, shown, run, rewind, declared, dropped } = flags
    if (compaction && this.message >= 0 && !this.rows.isEmpty(this.message)) {
      const standing = coverBySummary(this, this.looks, this.message, compaction)
      if (standing !== null) {
        this.rows.coverUnits(standing)
        this.outcomes.markSummaryUsed(compaction.covers)
      }
      // A critical summary is never lost: if it replaces nothing, it is shown at its own position.
      else if (critical) this.rows.coverUnits(placeUnmoved(this.message, compaction))
    }
    if (effect) this.outcomes.add(effect, this.events)
    if (shown) this.rows.shown.push({ ...shown, seq: this.events, branch: this.branch })
    if (dropped?.length) this.rows.reports.push({ seq: this.events, dropped })
    if (run) this.runMarks.add(run, this.events)
    if (declared) this.declared.add({ seq: this.events, branch: this.branch, unit: this.message, declared })
    if (rewind) this.rewind(rewind.to)
  }

  /** Rewinds the units that began at or after an event, and what else events from that event on recorded. */
  private rewind(to: number): void {
    const { rows } = this
    if (to < this.events) {
      const bringsBack = this.rewinds.add(this.events, to)
      this.isOutdated ||= bringsBack
      this.runMarks.rewind(to)
    }
    this.declared.rewind(to)
    while ((rows.shown.at(-1)?.seq ?? -1) >= to) rows.shown.pop()
    const from = rows.recordRewind(this.events, to)
    if (from >= rows.length) return
    rows.rewind(from)
    this.outcomes.clearUsedSummaries()
    for (const state of this.branches.values()) {
      if (state.speaking !== null && state.speaking >= from) state.speaking = null
      if ((state.open?.units.at(-1) ?? -1) >= from) this.endRun(state, from)
    }
  }

  /**
   * Ends the sequence of consecutive calls. Of its units before `end`, only the last may still be answered, like any
   * response.
   */
  private endRun(state: BranchState, end = Number.POSITIVE_INFINITY): void {
    const { open } = state
    if (open === null) return
    open.isSettled = true
    const units = open.units.filter(unit => unit < end)
    if (units.length === 1 && open.units.length === 1) return
    const last = units.pop()
    for (const unit of units) if (this.rows.isOpen(unit)) this.rows.closeUnit(unit)
    state.open = last === undefined ? null : open.waitingCallsOfUnit(last)
    if (state.open === null) this.waiting.delete(state)
  }

  private unitsOfOpenCalls(chosen: (units: readonly number[]) => readonly number[]): number[] {
    const units = [...this.waiting].flatMap(({ open }) => (open === null ? [] : chosen(open.units)))
    return units.filter(unit => this.rows.isOpen(unit)).sort((left, right) => left - right)
  }

  private startWaiting(open: OpenCalls): OpenCalls {
    this.state.open = open
    this.waiting.add(this.state)
    return open
  }

  private endWaiting(): void {
    this.state.open = null
    this.waiting.delete(this.state)
  }

  private branchStateOf(branch: string): BranchState {
    let state = this.branches.get(branch)
    if (!state) {
      state = { open: null, speaking: null, response: '', early: null }
      this.branches.set(branch, state)
    }
    return state
  }

  private recordCallId(id: string, call: number, derived: string | null): void {
    this.taken.set(id, call)
    if (this.madeUp.size > 0) this.madeUp.delete(id)
    if (derived === null) return
    this.taken.set(derived, -1)
    this.madeUp.add(derived)
  }

  private beginUnit(kind: UnitKind): number {
    return this.rows.beginUnitRow(kind, this.author, this.branch, this.events, this.begun++)
  }

  /** Whether the event in progress stands for earlier events, so that it is no message of the conversation. */
  private get standsApart(): boolean {
    return this.marks?.compaction !== undefined || this.marks?.effect?.kind === 'compact'
  }

  /** Returns the unit of the response that the event continues; null if the event begins a new response. */
  private continuedUnit(): number | null {
    const { role, response, author, state } = this
    if (role !== 'model' || response === '' || response !== state.response || state.speaking === null)
      return null
    // An agent never continues another agent's response, even if the provider's response ids are equal.
    return this.rows.authorOf(state.speaking) === author ? state.speaking : null
  }

  /** Returns the unit for the event's text and calls. If there is none yet, begins one. */
  private messageUnit(shows: boolean, isQuiet: boolean): number {
    const { role, state } = this
    if (this.standsApart) {
      const kind = this.marks?.compaction ? 'summary' : 'compaction'
      if (this.message < 0) this.message = this.markUnitCritical(this.beginUnit(kind))
      return this.message
    }
    if (this.message < 0) {
      this.message = this.markUnitCritical(this.continuedUnit() ?? this.beginUnit(role))
    }
    if (role !== 'model') {
      state.speaking = null
      if (state.open !== null) state.open.isSettled = true
    } else if (shows) this.recordModelResponse(this.message, isQuiet)
    return this.message
  }

  /** Marks a unit as critical if its event is critical; returns the unit. */
  private markUnitCritical(unit: number): number {
    if (this.marks?.critical) this.rows.markCritical(unit)
    return unit
  }

  /**
   * Records a model response. Earlier responses of the branch can then no longer be answered. But calls directly after
   * calls form one sequence. A result after the sequence may answer any of its calls, because the model cannot have
   * seen a result between them.
   */
  private recordModelResponse(unit: number, isQuiet: boolean): void {
    const { state, response } = this
    const { open } = state
    if (open !== null && open.units.at(-1) !== unit && !(isQuiet && !open.isSettled)) {
      for (const waiting of open.units) if (this.rows.isOpen(waiting)) this.rows.closeUnit(waiting)
      this.endWaiting()
    }
    state.early?.recordResponse(unit)
    state.speaking = unit
    state.response = response
  }
}

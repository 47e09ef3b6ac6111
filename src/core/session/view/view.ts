import type { Tier } from '../../ir/block.ts'
import { roleOfAuthor } from '../../ir/event.ts'
import { asItIs, type Shape } from '../../ir/shape.ts'
import { firstIndex } from '../../text/list.ts'
import type { Move, Routing } from '../unit/routing.ts'
import type { Sight, Unseen } from '../unit/sight.ts'
import type { UnitFold } from '../unit/unit-fold.ts'
import type { UnitTable } from '../unit/unit-table.ts'
import type { Units } from '../unit/units.ts'
import { countShownBefore } from '../unit/units.ts'
import { isRelated } from './branch.ts'
import { Carried } from './carried.ts'

/** Values of the option `contents` that limit agents' messages to the current turn. */
const sliding = new Set(['none', 'user-only'])

/** Conversation units of a session, as one agent sees them. Each unit is examined once, while the session grows. */
export class UnitView implements Units {
  readonly rows: UnitTable
  private readonly fold: UnitFold
  private readonly sight: Sight
  /** Units that the agent gets through the state instead of the history; null if there are none. */
  private readonly carried: Carried | null
  /** Reason why a unit is never shown, by ordinal; null for a unit that may be shown. */
  private readonly reasons: (Unseen | null)[] = []
  /** Last shown user unit at or before a unit, by the unit's ordinal; -1 if there is none. */
  private readonly openers: number[] = []
  private rewinds = 0
  /** First user unit of the consecutive user messages that opened a turn, by the last of these units. */
  private readonly begins = new Map<number, number>()
  /** Value of `shifts` at the time when `begins` was filled. */
  private shifted = 0
  /** Number of hidden units before the unit `upTo`, for a current turn that begins at the unit `turn`. */
  private counted = { upTo: 0, hidden: 0, turn: 0, since: '', moves: 0 }

  constructor(fold: UnitFold, sight: Sight) {
    this.rows = fold.rows
    this.fold = fold
    this.sight = sight
    const isRouted = sight.contents === 'topology' && sight.routing !== undefined
    this.carried = isRouted ? new Carried(fold, sight.routing as Routing, unit => this.isForeign(unit)) : null
  }

  get epoch(): string {
    const { rewinds, critical } = this.rows
    // A new turn hides earlier units and does not start a new epoch. Any other change to an older unit starts one.
    return this.slides ? `${rewinds.length}.${this.shifts}.${critical.length}` : String(rewinds.length)
  }

  get standing(): string | null {
    return this.slides || this.carried !== null ? null : this.rows.standing
  }

  get critical(): readonly number[] {
    return this.rows.criticalPlaces
  }

  tierOf(unit: number): Tier {
    return this.rows.isPlaceCritical(unit) ? 'critical' : 'important'
  }

  shapeOf(): Shape {
    return asItIs
  }

  shownBefore(end: number): number {
    return countShownBefore(this, this.rows.length - this.hidden, end)
  }

  isForOthers(unit: number): boolean {
    return this.isUnseen(unit)
  }

  /** Number of units that the agent is never shown. */
  private get hidden(): number {
    const since = `${this.epoch}.${this.rows.covers.changes}`
    const turn = this.slide ?? 0
    this.examineNewUnits()
    const { moves } = this
    if (this.counted.since !== since) this.counted = { upTo: 0, hidden: 0, turn, since, moves: moves.length }
    let { upTo, hidden } = this.counted
    for (const { unit, shown } of moves.slice(this.counted.moves))
      if (unit < upTo && !this.isHiddenAnyway(unit)) hidden += shown ? -1 : 1
    for (let unit = this.counted.turn; unit < Math.min(turn, upTo); unit++) {
      const wasShown = !this.rows.isHidden(unit) && this.whyUnseenIn(this.counted.turn, unit) === null
      if (wasShown && this.isUnseen(unit)) hidden++
    }
    let settled = hidden
    let settles = true
    for (let unit = upTo; unit < this.rows.length; unit++) {
      if (this.isHidden(unit)) hidden++
      // A unit that is still growing may be shown later.
      settles &&= !this.fold.isGrowing(unit)
      if (settles) [upTo, settled] = [unit + 1, hidden]
    }
    this.counted = { upTo, hidden: settled, turn, since, moves: moves.length }
    return hidden
  }

  openUnits(): number[] {
    return this.fold.openUnits().filter(unit => !this.isUnseen(unit) && !this.isForeign(unit))
  }

  isGrowing(unit: number): boolean {
    return this.fold.isGrowing(unit)
  }

  isHidden(unit: number): boolean {
    return this.rows.isHidden(unit) || this.isUnseen(unit)
  }

  isUnseen(unit: number): boolean {
    return this.whyUnseen(unit) !== null
  }

  whyUnseen(unit: number): Unseen | null {
    return this.whyUnseenIn(this.slide ?? 0, unit)
  }

  showsOwnText(unit: number, seq?: number): boolean {
    this.examineNewUnits()
    const isUnheard = this.rows.isRewound(unit) || this.reasons[unit] !== null
    const isCarried =
      seq === undefined ? this.carried?.isTextInState(unit) : this.carried?.wasTextInState(unit, seq)
    return !isUnheard && !isCarried && this.reasonBeforeTurn(unit, this.slide ?? 0) === null
  }

  get moves(): readonly Move[] {
    this.examineNewUnits()
    return this.carried?.moves ?? []
  }

  orderOf(unit: number): number {
    this.examineNewUnits()
    return this.carried === null || this.rows.isCovered(unit) ? unit : this.carried.orderOf(unit)
  }

  movedUnits(): Iterable<number> {
    this.examineNewUnits()
    return this.carried?.shownAgainUnits() ?? []
  }

  placeBefore(unit: number): number {
    const place = this.rows.unitBefore(unit)
    return place < this.onlyTurn ? (this.critical[this.criticalsTo(place) - 1] ?? -1) : place
  }

  placeAfter(unit: number): number {
    const place = this.rows.unitAfter(unit)
    const { onlyTurn } = this
    return place < onlyTurn
      ? Math.min(this.critical[this.criticalsTo(place - 1)] ?? onlyTurn, onlyTurn)
      : place
  }

  isForeign(unit: number): boolean {
    const { own } = this.sight
    const kind = this.rows.ownKindOf(unit)
    const author = this.rows.authorOf(unit)
    const isModel = kind === 'model' || (kind === 'summary' && roleOfAuthor(author) === 'model')
    return isModel && !own.has(author)
  }

  lastShown(): number {
    let unit = this.rows.lastShown()
    while (unit >= 0 && this.isHidden(unit)) unit = this.placeBefore(unit)
    return unit
  }

  openerOf(unit: number): number | null {
    this.examineNewUnits()
    const opener = this.openers[unit] ?? -1
    return opener < 0 ? null : opener
  }

  /** First unit of the current turn, if the visible units depend on the turn; otherwise null. */
  get slide(): number | null {
    return this.slides ? this.firstOfTurnOpeners() : null
  }

  /** First unit of the current turn, if only critical units are shown before the turn; otherwise 0. */
  private get onlyTurn(): number {
    return this.sight.contents === 'none' ? this.firstOfTurnOpeners() : 0
  }

  /** Returns the number of critical units up to and including a unit. */
  private criticalsTo(unit: number): number {
    const { critical } = this
    return firstIndex(critical.length, index => (critical[index] as number) > unit)
  }

  private get slides(): boolean {
    return sliding.has(this.sight.contents)
  }

  /** Counter of changes to older units: a unit is shown late, is rewound, or is replaced by a summary. */
  private get shifts(): number {
    return this.rows.surprises + this.rows.covers.changes
  }

  /** Whether a unit is hidden for another reason than that its text is in the state. */
  private isHiddenAnyway(unit: number): boolean {
    return (
      this.rows.isHidden(unit) || this.rows.covers.unitShownAt(unit) !== unit || this.reasons[unit] !== null
    )
  }

  /** Examines the units that were added since the last call. */
  private examineNewUnits(): void {
    const { rows } = this
    this.carried?.readStateChanges()
    if (this.rewinds !== rows.rewinds.length) {
      this.rewinds = rows.rewinds.length
      this.reasons.length = 0
      this.openers.length = 0
    }
    for (let unit = this.reasons.length; unit < rows.length; unit++) {
      const reason = this.lastingReasonHidden(unit)
      this.reasons.push(reason)
      const opens = reason === null && rows.ownKindOf(unit) === 'user' && !rows.isRewound(unit)
      this.openers.push(opens ? unit : (this.openers[unit - 1] ?? -1))
    }
  }

  private lastingReasonHidden(unit: number): Unseen | null {
    const { branch, contents } = this.sight
    if (!isRelated(branch, this.rows.branchOf(unit))) return 'other-branch'
    if (this.isRejectedAnswer(unit)) return 'other-agent'
    if (this.announcesOther(unit)) return 'other-declarations'
    if (!this.isForeign(unit)) return null
    return contents === 'exclude-agents' || contents === 'user-only' ? 'other-agent' : null
  }

  /** Whether a unit announces a change of declarations of which the agent is not told in a message. */
  private announcesOther(unit: number): boolean {
    const { declaredAt, own, branch } = this.sight
    const change = this.fold.declared.changeAt(unit)
    if (change === undefined) return false
    const isOwn = own.has(change.declared.agent) && change.branch === branch
    return declaredAt === undefined || change.seq < declaredAt || !isOwn
  }

  /** Whether a unit is another agent's rejected answer, or the feedback on a rejected answer. */
  private isRejectedAnswer(unit: number): boolean {
    const { refused } = this.fold.runMarks
    if (refused.size === 0) return false
    const answer = refused.get(this.rows.seqOf(unit))
    return answer !== undefined && !this.sight.own.has(this.rows.authorOf(this.rows.firstFrom(answer)))
  }

  /** Returns the reason why a unit is not shown if the current turn begins at `turn`; null if it is shown. */
  private whyUnseenIn(turn: number, unit: number): Unseen | null {
    this.examineNewUnits()
    if (this.rows.isRewound(unit)) return 'taken-back'
    const source = this.rows.covers.unitShownAt(unit)
    const isCarried = source === unit && this.carried?.isTextInState(unit) === true
    return this.reasons[source] ?? (isCarried ? 'through-state' : this.reasonBeforeTurn(unit, turn))
  }

  /**
   * Returns the reason why a unit before the current turn is hidden. Returns null if the unit is shown, or hidden for
   * another reason.
   */
  private reasonBeforeTurn(unit: number, turn: number): Unseen | null {
    if (!this.slides || unit >= turn || this.rows.isPlaceCritical(unit)) return null
    const kind = this.rows.ownKindOf(unit)
    const isUsers = kind === 'user' || kind === 'developer'
    return this.sight.contents === 'user-only' && isUsers ? null : 'earlier-turn'
  }

  /** Returns the first of the user messages that opened the current turn; 0 if there are none. */
  private firstOfTurnOpeners(): number {
    this.examineNewUnits()
    const { shifts } = this
    if (this.shifted !== shifts) this.begins.clear()
    this.shifted = shifts
    const opener = this.openers.at(-1) ?? -1
    if (opener < 0) return 0
    const known = this.begins.get(opener)
    if (known !== undefined) return known
    let begin = opener
    for (let unit = opener - 1; unit >= 0 && this.continuesUserRun(unit); unit--) {
      begin = this.begins.get(unit) ?? unit
      if (begin < unit) break
    }
    this.begins.set(opener, begin)
    return begin
  }

  /** Whether a unit is a user message or is hidden. Such units may be among consecutive user messages. */
  private continuesUserRun(unit: number): boolean {
    return this.rows.isHidden(unit) || this.rows.kindOf(unit) === 'user'
  }
}

import { branchConversation } from '../../ir/call-branch.ts'
import { type DroppedReasoning, roleOfAuthor, type ShownContext } from '../../ir/event.ts'
import type { Span, Unit, UnitKind } from '../../ir/unit.ts'
import { hashText } from '../../text/hash.ts'
import { firstIndex } from '../../text/list.ts'
import { type CallIdentity, type CallRow, CallTable } from './call-table.ts'
import type { Rewinds } from './rewinds.ts'
import { SpanTable } from './span-table.ts'
import { Speakers } from './speakers.ts'
import { Covers, type PlacedSummary } from './summary-covers.ts'
import { fromLink, Table, toLink } from './table.ts'
import {
  critical,
  flagsOf,
  holdsItem,
  isClosedFlag,
  kindIn,
  kindNumber,
  placeIn,
  rewound,
  shown,
  showsNothingInPlace,
  withKind,
} from './unit-flags.ts'

const flags = 0
const seq = 1
const speaker = 2
const size = 3
const unanswered = 4
const firstSpan = 5
const lastSpan = 6
const firstCall = 7
const lastCall = 8
const opener = 9
const version = 10

/** Context blocks that a request showed, with the seq and the branch of their event. */
export interface PlacedContext extends ShownContext {
  readonly seq: number
  readonly branch: string
}

/** A provider's report on reasoning that it did not use, with the seq of its event. */
export interface PlacedReport {
  readonly seq: number
  readonly dropped: readonly DroppedReasoning[]
}

/** Change of earlier events in a session with protected values replaced. A later event revealed a value to protect. */
export interface Rewrite {
  /** Seq of the event that revealed the value. */
  readonly at: number
  /** Seq of the first event that changed. */
  readonly from: number
}

/**
 * Conversation units of a session, with their calls and their runs of parts (parts of one event in one unit). They are
 * stored as rows of numbers, about 60 bytes per unit, and objects are created only on request.
 */
export class UnitTable {
  /** Ordinals of the units that contain provider-specific items, oldest first. */
  readonly opaque: number[] = []
  /** Ordinals of the units that are results without a call, oldest first. */
  readonly orphans: number[] = []
  /** Every run (parts that one event added to a unit), in log order. */
  readonly spans = new SpanTable()
  readonly calls = new CallTable()
  /** Units that summaries replace, and the positions of the summaries. */
  readonly covers = new Covers()
  /** Ordinals of the units that are never dropped, oldest first. */
  readonly critical: number[] = []
  /** Seqs of the rewinds that took units back, in log order, with the ordinal of the first of these units. */
  readonly rewinds: { readonly seq: number; readonly unit: number }[] = []
  /** Context blocks that requests showed, in log order. */
  readonly shown: PlacedContext[] = []
  /** Providers' reports on reasoning that they did not use, in log order. */
  readonly reports: PlacedReport[] = []
  /** Units that changed after a later unit had begun, in the order of the changes. */
  readonly changedLate: number[] = []
  /**
   * Changes of earlier events, by the position of the event that caused the change. Changes that belong to later
   * versions of the session are included.
   */
  rewrites: readonly Rewrite[] = []
  /** Number of units that are never shown. */
  hidden = 0
  /**
   * Number of times that an older unit became visible or units were rewound. Caches use this number to detect changes.
   */
  surprises = 0

  private readonly rows = new Table(11)
  private readonly speakers = new Speakers()
  /** Last user message of each conversation. */
  private readonly lastUsers = new Map<string, number>()
  private newest = -1
  private readonly allRewinds: Rewinds

  /** `allRewinds`: rewinds of the session, also those that took no units back. */
  constructor(allRewinds: Rewinds) {
    this.allRewinds = allRewinds
  }

  /** Number of units. */
  get length(): number {
    return this.rows.length
  }

  /** Reserves memory for the units of a number of additional events. */
  reserve(events: number): void {
    this.rows.reserve(this.length + Math.ceil(events / 2))
    this.spans.reserve(events)
  }

  /** Returns a unit as an object. */
  unit(ordinal: number): Unit {
    return {
      ordinal,
      id: this.idOf(ordinal),
      kind: this.ownKindOf(ordinal),
      branch: this.branchOf(ordinal),
      open: this.isOpen(ordinal),
      empty: this.isEmpty(ordinal),
      critical: this.isCritical(ordinal),
      covered: this.isCovered(ordinal),
      rewound: this.isRewound(ordinal),
      size: this.sizeOf(ordinal),
      spans: this.spansOf(ordinal).map((index): Span => this.spans.spanAtIndex(index)),
      calls: this.callsOf(ordinal),
    }
  }

  /** Returns a unit's id: `u<seq of its first event>.<index among the units that begin in this event>`. */
  idOf(ordinal: number): string {
    return `u${this.rows.at(ordinal, seq)}.${placeIn(this.rows.at(ordinal, flags))}`
  }

  /** Returns the ordinal of a unit by its id; null if there is none. */
  ordinalOf(id: string): number | null {
    const [, event, place] = /^u(\d+)\.(\d+)$/.exec(id) ?? []
    const ordinal = this.firstFrom(Number(event)) + Number(place)
    return ordinal < this.length && this.idOf(ordinal) === id ? ordinal : null
  }

  /** Returns the first unit that begins in this event or a later one; `length` if there is none. */
  firstFrom(event: number): number {
    return firstIndex(this.length, ordinal => this.seqOf(ordinal) >= event)
  }

  /** Returns the seq of the event in which a unit begins. */
  seqOf(ordinal: number): number {
    return this.rows.at(ordinal, seq)
  }

  /** Returns the kind that is shown at a unit's position: the unit's kind, or `summary`. */
  kindOf(ordinal: number): UnitKind {
    return this.covers.unitShownAt(ordinal) === ordinal ? this.ownKindOf(ordinal) : 'summary'
  }

  /** Returns the kind of a unit, even if a summary replaces the unit. */
  ownKindOf(ordinal: number): UnitKind {
    return kindIn(this.rows.at(ordinal, flags))
  }

  branchOf(ordinal: number): string {
    return this.speakers.speakerWithNumber(this.rows.at(ordinal, speaker)).branch
  }

  /** Returns the author of a unit, which is the author of its first event. */
  authorOf(ordinal: number): string {
    return this.speakers.speakerWithNumber(this.rows.at(ordinal, speaker)).author
  }

  /** Whether the session has only the program's own conversation, and all its models are among these authors. */
  isConversationOf(authors: ReadonlySet<string>): boolean {
    return this.speakers.every(
      ({ author, branch }) =>
        branchConversation(branch) === '' && (roleOfAuthor(author) !== 'model' || authors.has(author)),
    )
  }

  /**
   * Returns the user unit that opened the turn to which a unit belongs; this may be the unit itself. Null if no user
   * message comes before the unit.
   */
  openerOf(ordinal: number): number | null {
    const link = this.rows.at(ordinal, opener)
    return link === 0 ? null : fromLink(link)
  }

  /** Returns how often a unit has changed. Caches use this number to detect outdated entries. */
  versionOf(ordinal: number): number {
    return this.rows.at(ordinal, version)
  }

  /**
   * Makes this table the table of a session with protected values replaced. Its runs use the marks (identifiers) of the
   * original session's runs.
   */
  useMarksOfOriginal({ spans }: UnitTable, rewrites: readonly Rewrite[]): void {
    this.spans.useMarksOf(spans)
    this.rewrites = rewrites
  }

  /** Returns an identifier of everything before a unit. */
  markOf(ordinal: number): string {
    return this.spans.markAt(fromLink(this.rows.at(ordinal, firstSpan)))
  }

  /** Returns the length of the log's content before a unit (see `SpanTable.contentBeforeRun`). */
  contentBefore(ordinal: number): number {
    return this.spans.contentBeforeRun(fromLink(this.rows.at(ordinal, firstSpan)))
  }

  /** Returns the UTF-16 length of a unit's content. */
  sizeOf(ordinal: number): number {
    return this.rows.at(ordinal, size)
  }

  /** Whether a unit has no content to show. */
  isEmpty(ordinal: number): boolean {
    return (this.rows.at(ordinal, flags) & shown) === 0
  }

  /**
   * Whether nothing is shown at a unit's position. This is the case for a result without a call, a response or system
   * text without content, a rewound unit, a summary that is shown elsewhere, and a unit replaced by a summary that is
   * shown elsewhere.
   */
  isHidden(ordinal: number): boolean {
    if (this.isCovered(ordinal)) return this.covers.unitShownAt(ordinal) === ordinal
    return showsNothingInPlace(this.rows.at(ordinal, flags)) && this.covers.placeOf(ordinal) !== ordinal
  }

  /** Whether a summary replaces a unit. */
  isCovered(ordinal: number): boolean {
    return this.covers.runOf(ordinal) !== undefined
  }

  /** Whether a unit is never dropped. */
  isCritical(ordinal: number): boolean {
    return (this.rows.at(ordinal, flags) & critical) !== 0
  }

  /** Whether the content shown at a unit's position (the unit itself or a summary) is never dropped. */
  isPlaceCritical(ordinal: number): boolean {
    return this.isCritical(this.covers.unitShownAt(ordinal))
  }

  /** Positions of the content that is never dropped, oldest first. */
  get criticalPlaces(): readonly number[] {
    return this.covers.placesOf(this.critical)
  }

  /**
   * Returns the nearest earlier position at which something may be shown. Adjacent units that a summary replaces are
   * skipped in one step.
   */
  unitBefore(ordinal: number): number {
    return this.covers.runOf(ordinal - 1)?.from ?? ordinal - 1
  }

  /** Returns the nearest later position at which something may be shown. */
  unitAfter(ordinal: number): number {
    return this.covers.runOf(ordinal)?.to ?? ordinal + 1
  }

  /** Returns the last shown unit; -1 if there is none. */
  lastShown(): number {
    return this.newest
  }

  /** Whether the calls of a unit may still get results. */
  isOpen(ordinal: number): boolean {
    return this.rows.at(ordinal, unanswered) > 0 && (this.rows.at(ordinal, flags) & isClosedFlag) === 0
  }

  /** Returns the call with this index. */
  call(index: number): CallRow {
    return this.calls.call(index)
  }

  /**
   * Returns the indices of a unit's runs of parts (one run per event), in order. Runs that moved to the unit come last.
   */
  spansOf(ordinal: number): number[] {
    const spans: number[] = []
    const early: number[] = []
    // A unit whose parts moved to another unit keeps its position, without parts.
    const isMoved = this.isMoved(ordinal)
    for (let index = fromLink(this.rows.at(ordinal, firstSpan)); index >= 0; index = this.spans.nextOf(index))
      if (this.spans.hasMovedHere(index)) early.push(index)
      else if (isMoved || !this.spans.hasMoved(index)) spans.push(index)
    return early.length > 0 ? [...spans, ...early] : spans
  }

  /** Whether all parts of a unit moved to the unit of its call. */
  isMoved(ordinal: number): boolean {
    return this.ownKindOf(ordinal) === 'orphan' && this.isEmpty(ordinal)
  }

  /** Returns the events that contain a unit's parts, in order, without repeats. */
  seqsOf(ordinal: number): number[] {
    if (this.isMoved(ordinal)) return []
    const seqs: number[] = []
    let last = -1
    for (const index of this.spansOf(ordinal)) {
      const at = this.spans.seqOf(index)
      // The runs are in the order of their events; those that moved here come last.
      if (at > last || (at < last && !seqs.includes(at))) seqs.push(at)
      last = Math.max(at, last)
    }
    return seqs
  }

  /**
   * Returns the events of a unit, starting with the event in which the unit begins. Earlier events are left out. They
   * contain a result that came before its call, and parts of earlier units.
   */
  seqsSince(ordinal: number): number[] {
    return this.seqsOf(ordinal).filter(seq => seq >= this.seqOf(ordinal))
  }

  /** Returns the indices of a unit's calls, in order. */
  callsOf(ordinal: number): number[] {
    const calls: number[] = []
    for (
      let call = fromLink(this.rows.at(ordinal, firstCall));
      call >= 0;
      call = this.calls.nextCallOfUnit(call)
    )
      calls.push(call)
    return calls
  }

  /** Begins a unit and returns its ordinal. */
  beginUnitRow(ofKind: UnitKind, by: string, onBranch: string, atSeq: number, place: number): number {
    const { rows } = this
    const unit = rows.add()
    rows.set(unit, flags, flagsOf(ofKind, place))
    rows.set(unit, seq, atSeq)
    rows.set(unit, speaker, this.speakers.numberOf(by, onBranch))
    if (this.isHidden(unit)) this.hidden++
    else this.newest = unit
    const conversation = branchConversation(onBranch)
    if (ofKind === 'user') this.lastUsers.set(conversation, unit)
    if (ofKind === 'orphan') this.orphans.push(unit)
    rows.set(unit, opener, toLink(this.lastUsers.get(conversation) ?? -1))
    return unit
  }

  /** Adds a part to a unit. A unit with a visible part is no longer empty. */
  addPartToUnit(unit: number, atSeq: number, part: number, content: number, shows: boolean): void {
    const { rows } = this
    rows.increaseField(unit, size, content)
    this.recordChange(unit)
    if (shows && this.isEmpty(unit)) {
      if (this.isHidden(unit)) this.hidden--
      rows.set(unit, flags, rows.at(unit, flags) | shown)
      if (this.isHidden(unit)) this.hidden++
      else {
        if (unit < this.newest) this.surprises++
        this.newest = Math.max(this.newest, unit)
      }
    }
    const last = fromLink(rows.at(unit, lastSpan))
    if (last < 0 || !this.spans.extendLastRun(last, atSeq, part, content))
      this.addSpan(unit, atSeq, part, part + 1, content)
  }

  /** Marks a unit as never dropped. */
  markCritical(unit: number): void {
    if (this.isCritical(unit)) return
    this.rows.set(unit, flags, this.rows.at(unit, flags) | critical)
    const place = firstIndex(this.critical.length, index => (this.critical[index] as number) > unit)
    this.critical.splice(place, 0, unit)
  }

  /** Records that a summary replaces units from now on. */
  coverUnits(standing: PlacedSummary): void {
    // All replaced units were shown until now. The summary is shown at the position of one of them.
    for (const { from, to } of standing.runs) this.hidden += to - from
    this.hidden += standing.told.length - 1
    this.covers.add(standing)
    if (standing.place === standing.by) this.newest = Math.max(this.newest, standing.by)
  }

  /** Records the units that a rewind takes back, and returns the first of them; `length` if there is none. */
  recordRewind(at: number, to: number): number {
    const unit = this.firstFrom(to)
    if (unit < this.length) this.rewinds.push({ seq: at, unit })
    return unit
  }

  /** Rewinds a unit and all later units. If this rewinds a summary, the units that it replaced are shown again. */
  rewind(from: number): void {
    const { rows } = this
    for (let unit = from; unit < this.length; unit++) rows.set(unit, flags, rows.at(unit, flags) | rewound)
    this.covers.rewind(from)
    this.surprises++
    this.hidden = 0
    this.newest = -1
    this.lastUsers.clear()
    for (let unit = 0; unit < this.length; unit++) {
      if (this.isHidden(unit)) this.hidden++
      else this.newest = unit
      if (this.ownKindOf(unit) === 'user' && !this.isRewound(unit))
        this.lastUsers.set(branchConversation(this.branchOf(unit)), unit)
    }
  }

  /**
   * Returns the first unit of each rewind that changed what the session showed since it had `events` events: those that
   * count now and did not then, and those that no longer count.
   */
  rewoundSince(events: number): readonly number[] {
    const { rewinds } = this
    return this.allRewinds.changedSince(events).flatMap(({ seq }) => {
      const index = firstIndex(rewinds.length, at => (rewinds[at]?.seq ?? 0) >= seq)
      const taken = rewinds[index]
      return taken?.seq === seq ? [taken.unit] : []
    })
  }

  /** Whether a unit was rewound. */
  isRewound(ordinal: number): boolean {
    return (this.rows.at(ordinal, flags) & rewound) !== 0
  }

  /** Token that changes whenever units are rewound, or older units are shown, hidden or replaced. */
  get standing(): string {
    return `${this.rewinds.length}.${this.surprises}.${this.covers.changes}`
  }

  /** Records that a unit contains a provider-specific item. */
  addOpaque(unit: number): void {
    if (this.opaque.at(-1) !== unit) this.opaque.push(unit)
    this.rows.set(unit, flags, this.rows.at(unit, flags) | holdsItem)
  }

  /** Whether a unit contains a provider-specific item. */
  isOpaque(unit: number): boolean {
    return (this.rows.at(unit, flags) & holdsItem) !== 0
  }

  /** Adds a run of parts to a unit. An empty run represents an event without parts. */
  addSpan(unit: number, atSeq: number, from: number, to: number, content: number): void {
    const { rows } = this
    const span = this.spans.add(unit, atSeq, from, to, content)
    this.spans.mixIntoHash(rows.at(unit, speaker) * 8 + kindNumber(rows.at(unit, flags)))
    const last = fromLink(rows.at(unit, lastSpan))
    this.recordChange(unit)
    if (last < 0) rows.set(unit, firstSpan, toLink(span))
    else this.spans.linkNextRun(last, span)
    rows.set(unit, lastSpan, toLink(span))
  }

  /** Adds an unanswered call to the unit that contains its part, and returns the call's index. */
  addCall(unit: number, atSeq: number, part: number, identity: CallIdentity): number {
    const { rows } = this
    const call = this.calls.add(unit, atSeq, part, identity)
    const last = fromLink(rows.at(unit, lastCall))
    rows.increaseField(unit, unanswered, 1)
    this.recordChange(unit)
    this.spans.addCall(fromLink(rows.at(unit, lastSpan)))
    this.spans.mixIntoHash(hashText(hashText(0, identity.id), identity.name))
    if (last < 0) rows.set(unit, firstCall, toLink(call))
    else this.calls.linkNextCall(last, call)
    rows.set(unit, lastCall, toLink(call))
    return call
  }

  /** Moves a run of parts to the end of another unit, and returns the index of the moved run. */
  moveSpan(span: number, unit: number, atSeq: number): number {
    const { rows, spans } = this
    const source = spans.unitOf(span)
    const [{ from, to }, content] = [spans.spanAtIndex(span), spans.sizeOf(span)]
    if (this.ownKindOf(source) === 'orphan') rows.set(source, flags, rows.at(source, flags) & ~shown)
    rows.increaseField(source, size, -content)
    this.recordChange(source)
    rows.set(unit, flags, rows.at(unit, flags) | shown)
    rows.increaseField(unit, size, content)
    this.addSpan(unit, atSeq, from, to, content)
    const moved = fromLink(rows.at(unit, lastSpan))
    spans.move(span, moved)
    return moved
  }

  /** Marks a result without a call as a copy of another result. */
  markCopy(unit: number): void {
    this.rows.set(unit, flags, withKind(this.rows.at(unit, flags), 'copy'))
    this.recordChange(unit)
  }

  /** Records a result that came after its call. It replaces the result that came before the call. */
  replaceEarlyResult(call: number, atSeq: number, part: number): void {
    this.calls.recordResultPlace(call, atSeq, part)
    this.recordChange(this.calls.unitOf(call))
  }

  /** Records the position of a call's result. */
  recordCallResult(call: number, atSeq: number, part: number): void {
    const { rows } = this
    const unit = this.calls.unitOf(call)
    this.calls.recordResultPlace(call, atSeq, part)
    this.recordChange(unit)
    rows.set(unit, unanswered, rows.at(unit, unanswered) - 1)
  }

  /** Closes a unit, so that its calls can no longer be answered. */
  closeUnit(unit: number): void {
    this.rows.set(unit, flags, this.rows.at(unit, flags) | isClosedFlag)
    this.recordChange(unit)
  }

  /** Records a change of a unit's parts, calls or flags. */
  private recordChange(unit: number): void {
    this.rows.increaseField(unit, version, 1)
    if (unit < this.length - 1) this.changedLate.push(unit)
  }
}

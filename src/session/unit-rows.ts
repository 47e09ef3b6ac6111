import type { Span, Unit, UnitKind } from '../ir/unit.ts'
import { Column, none } from './columns.ts'
import { SpanRows } from './span-rows.ts'

const kinds: readonly UnitKind[] = ['user', 'developer', 'model', 'tool', 'late', 'orphan']

const hides = (kind: UnitKind, empty: boolean): boolean =>
  kind === 'orphan' || (empty && (kind === 'model' || kind === 'developer'))

/** Where a part stands: an event's seq and the part's index in it. */
export interface Place {
  readonly seq: number
  readonly part: number
}

/** What a call is called, and what it may be called on the wire. */
export interface CallIdentity {
  readonly id: string
  readonly name: string
  /** No earlier call of the session has this id. */
  readonly first: boolean
  /** An id made for it; null where its own can be sent to every target. */
  readonly derived: string | null
}

/** A call and where it is answered. */
export interface CallRow extends CallIdentity, Place {
  /** Null while there is none. */
  readonly answer: Place | null
}

/** Units, their spans and calls as columns: some 60 bytes a unit, no object until one is asked for. */
export class UnitRows {
  /** Ordinals of the units that hold a provider's own items, oldest first. */
  readonly opaque: number[] = []
  /** How many units are never shown. */
  hidden = 0

  private readonly kind = new Column()
  private readonly seq = new Column()
  private readonly nth = new Column()
  private readonly size = new Column()
  private readonly content = new Column()
  private readonly unanswered = new Column()
  private readonly closed = new Column()
  private readonly firstSpan = new Column()
  private readonly lastSpan = new Column()
  private readonly firstCall = new Column()
  private readonly lastCall = new Column()
  private readonly branch = new Column()
  private readonly opener = new Column()
  private readonly version = new Column()
  private lastUser = none

  /** Every run of parts that was given to a unit, in the order of the log. */
  readonly spans = new SpanRows()

  private readonly callSeq = new Column()
  private readonly callPart = new Column()
  private readonly callNext = new Column()
  private readonly callUnit = new Column()
  private readonly callFirst = new Column()
  private readonly answerSeq = new Column()
  private readonly answerPart = new Column()
  private readonly callIds: string[] = []
  private readonly callNames: string[] = []
  private readonly derivedIds = new Map<number, string>()
  private readonly branches: string[] = []
  private readonly branchIndex = new Map<string, number>()

  /** How many units there are. */
  get length(): number {
    return this.kind.length
  }

  /** The unit with this ordinal, as an object. */
  unit(ordinal: number): Unit {
    const spans: Span[] = []
    for (let span = this.firstSpan.at(ordinal); span !== none; span = this.spans.next.at(span))
      spans.push(this.spans.span(span))
    return {
      ordinal,
      id: this.idOf(ordinal),
      kind: this.kindOf(ordinal),
      branch: this.branches[this.branch.at(ordinal)] as string,
      open: this.isOpen(ordinal),
      empty: this.isEmpty(ordinal),
      size: this.sizeOf(ordinal),
      spans,
      calls: [...this.callsOf(ordinal)],
    }
  }

  /** `u<seq of its first event>.<n-th unit that begins there>`. */
  idOf(ordinal: number): string {
    return `u${this.seq.at(ordinal)}.${this.nth.at(ordinal)}`
  }

  /** The ordinal of a unit by its id; null where there is none. */
  ordinalOf(id: string): number | null {
    const [, seq, nth] = /^u(\d+)\.(\d+)$/.exec(id) ?? []
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.seq.at(middle) < Number(seq)) low = middle + 1
      else high = middle
    }
    const ordinal = low + Number(nth)
    return ordinal < this.length && this.idOf(ordinal) === id ? ordinal : null
  }

  /** The seq of the event in which it begins. */
  seqOf(ordinal: number): number {
    return this.seq.at(ordinal)
  }

  kindOf(ordinal: number): UnitKind {
    return kinds[this.kind.at(ordinal)] as UnitKind
  }

  /** The last user unit up to and including this one: it opened the turn. Null where no user spoke before. */
  openerOf(ordinal: number): number | null {
    const opener = this.opener.at(ordinal)
    return opener === none ? null : opener
  }

  /** Goes up with everything that changes about a unit, so that what was made of it can be told to be old. */
  versionOf(ordinal: number): number {
    return this.version.at(ordinal)
  }

  /** Tells what stands before a unit from anything else that might. */
  markOf(ordinal: number): string {
    return this.spans.markAt(this.firstSpan.at(ordinal))
  }

  /** UTF-16 units of content. */
  sizeOf(ordinal: number): number {
    return this.size.at(ordinal)
  }

  /** Whether there is nothing in it to show. */
  isEmpty(ordinal: number): boolean {
    return this.content.at(ordinal) === 0
  }

  /** Whether it is never shown: a result without a call, or an answer or a system text without content. */
  isHidden(ordinal: number): boolean {
    return hides(this.kindOf(ordinal), this.isEmpty(ordinal))
  }

  /** The last unit that is shown; -1 where there is none. */
  lastShown(): number {
    let ordinal = this.length - 1
    while (ordinal >= 0 && this.isHidden(ordinal)) ordinal--
    return ordinal
  }

  /** Whether its calls may still be answered. */
  isOpen(ordinal: number): boolean {
    return this.unanswered.at(ordinal) > 0 && this.closed.at(ordinal) === 0
  }

  /** The call with this index. */
  call(index: number): CallRow {
    const seq = this.answerSeq.at(index)
    return {
      seq: this.callSeq.at(index),
      part: this.callPart.at(index),
      id: this.callIds[index] as string,
      name: this.callNames[index] as string,
      first: this.callFirst.at(index) === 1,
      derived: this.derivedIds.get(index) ?? null,
      answer: seq === none ? null : { seq, part: this.answerPart.at(index) },
    }
  }

  /** Indices of a unit's calls, in order. */
  *callsOf(ordinal: number): Generator<number> {
    for (let call = this.firstCall.at(ordinal); call !== none; call = this.callNext.at(call)) yield call
  }

  /** Begins a unit and returns its ordinal. */
  begin(kind: UnitKind, branch: string, seq: number, nth: number): number {
    let index = this.branchIndex.get(branch)
    if (index === undefined) {
      index = this.branches.push(branch) - 1
      this.branchIndex.set(branch, index)
    }
    this.branch.push(index)
    this.seq.push(seq)
    this.nth.push(nth)
    for (const column of [this.size, this.content, this.unanswered, this.closed, this.version]) column.push(0)
    for (const column of [this.firstSpan, this.lastSpan, this.firstCall, this.lastCall]) column.push(none)
    if (hides(kind, true)) this.hidden++
    if (kind === 'user') this.lastUser = this.kind.length
    this.opener.push(this.lastUser)
    return this.kind.push(kinds.indexOf(kind))
  }

  /** Gives a part to a unit; one that shows something makes the unit more than empty. */
  extend(unit: number, place: Place, size: number, shows: boolean): void {
    this.size.add(unit, size)
    this.version.add(unit, 1)
    if (shows && this.isEmpty(unit)) {
      if (this.isHidden(unit)) this.hidden--
      this.content.set(unit, 1)
      if (this.isHidden(unit)) this.hidden++
    }
    const last = this.lastSpan.at(unit)
    const grown = last !== none && this.spans.grow(last, place.seq, place.part, size)
    if (!grown) this.addSpan(unit, { seq: place.seq, from: place.part, to: place.part + 1 }, size)
  }

  /** Notes that a unit holds a provider's own item. */
  addOpaque(unit: number): void {
    if (this.opaque.at(-1) !== unit) this.opaque.push(unit)
  }

  /** Gives a run of parts to a unit; an empty run stands for an event without parts. */
  addSpan(unit: number, given: Span, size = 0): void {
    const span = this.spans.add(unit, given, size)
    this.version.add(unit, 1)
    if (this.firstSpan.at(unit) === none) this.firstSpan.set(unit, span)
    else this.spans.next.set(this.lastSpan.at(unit), span)
    this.lastSpan.set(unit, span)
  }

  /** Adds an unanswered call to a unit and returns its index. */
  addCall(unit: number, place: Place, { id, name, first, derived }: CallIdentity): number {
    const call = this.callSeq.push(place.seq)
    this.callPart.push(place.part)
    this.callNext.push(none)
    this.callUnit.push(unit)
    this.callFirst.push(first ? 1 : 0)
    this.answerSeq.push(none)
    this.answerPart.push(none)
    this.callIds.push(id)
    this.callNames.push(name)
    if (derived !== null) this.derivedIds.set(call, derived)
    this.unanswered.add(unit, 1)
    this.version.add(unit, 1)
    this.spans.calls.add(this.lastSpan.at(unit), 1)
    if (this.firstCall.at(unit) === none) this.firstCall.set(unit, call)
    else this.callNext.set(this.lastCall.at(unit), call)
    this.lastCall.set(unit, call)
    return call
  }

  /** Notes where a call is answered. */
  answer(call: number, place: Place): void {
    this.answerSeq.set(call, place.seq)
    this.answerPart.set(call, place.part)
    const unit = this.callUnit.at(call)
    this.version.add(unit, 1)
    this.unanswered.set(unit, this.unanswered.at(unit) - 1)
  }

  isAnswered(call: number): boolean {
    return this.answerSeq.at(call) !== none
  }

  /** Its calls can no longer be answered. */
  close(unit: number): void {
    this.closed.set(unit, 1)
    this.version.add(unit, 1)
  }
}

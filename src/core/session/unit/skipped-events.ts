import { roleOfAuthor } from '../../ir/event.ts'
import type { PartKind } from '../../ir/part.ts'
import type { UnitKind } from '../../ir/unit.ts'
import type { EventFlags, FactSink } from './sink.ts'
import type { UnitFold } from './unit-fold.ts'

/**
 * Sink that adds events to a fold that have no effect on the conversation, because a later rewind continues from before
 * them. They get units, which the rewind takes back, and their outcomes of effects and changes of shared state are kept.
 */
export class SkippedEvents implements FactSink {
  private readonly fold: UnitFold
  private author = ''
  private branch = ''
  private marks: EventFlags | undefined
  private unit = -1
  private nextPart = 0

  constructor(fold: UnitFold) {
    this.fold = fold
  }

  event(author: string, branch: string, _: string, marks?: EventFlags): void {
    Object.assign(this, { author, branch, marks, unit: -1, nextPart: 0 })
  }

  part(kind: Exclude<PartKind, 'tool-call' | 'tool-result'>, size: number): void {
    this.addPart(roleOfAuthor(this.author), size, size > 0 || kind !== 'text')
  }

  call(_: string, __: string, size: number): void {
    this.addPart(roleOfAuthor(this.author), size, true)
  }

  result(_: string, __: string, size: number): void {
    this.addPart('late', size, true)
  }

  takeId(): void {}

  end(acted: boolean): void {
    const { fold, marks, author, branch } = this
    const { rows, events: seq } = fold
    if (this.nextPart === 0 && !acted) rows.addSpan(this.beginUnit(roleOfAuthor(author)), seq, 0, 0, 0)
    const to = marks?.rewind?.to ?? seq
    if (to < seq) {
      rows.recordRewind(seq, to)
      fold.rewinds.add(seq, to)
    }
    if (marks?.effect) fold.outcomes.add(marks.effect, seq)
    if (marks !== undefined)
      fold.states.add({ seq, author, branch, unit: -1, opens: false }, { ...marks, rewind: undefined })
    fold.events++
  }

  mark(value: number): void {
    this.fold.mark(value)
  }

  private addPart(kind: UnitKind, size: number, shows: boolean): void {
    const { rows, events } = this.fold
    if (this.unit < 0) this.unit = this.beginUnit(kind)
    rows.addPartToUnit(this.unit, events, this.nextPart++, size, shows)
  }

  private beginUnit(kind: UnitKind): number {
    return this.fold.rows.beginUnitRow(kind, this.author, this.branch, this.fold.events, 0)
  }
}

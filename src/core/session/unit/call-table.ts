import { fromLink, Table, toLink } from './table.ts'

/** Position of a part: the seq of its event, and its index in the event. */
export interface CallPlace {
  readonly seq: number
  readonly part: number
}

/** Id and name of a call, with a generated id if at least one target would reject the call's own id. */
export interface CallIdentity {
  readonly id: string
  readonly name: string
  /** Whether no earlier call of the session has this id. */
  readonly first: boolean
  /** Generated id; null if every target accepts the call's id. */
  readonly derived: string | null
}

/** A call and the position of its result. */
export interface CallRow extends CallIdentity, CallPlace {
  /** Position of the call's result; null while there is none. */
  readonly answer: CallPlace | null
}

const seq = 0
const part = 1
const unit = 2
const isFirst = 3
const next = 4
const answerSeq = 5
const answerPart = 6

/** Calls of a session, stored as rows of numbers, together with their ids and names. */
export class CallTable {
  private readonly rows = new Table(7)
  private readonly ids: string[] = []
  private readonly names: string[] = []
  private readonly derived = new Map<number, string>()

  /** Returns the call at this index. */
  call(index: number): CallRow {
    const { rows } = this
    const answered = fromLink(rows.at(index, answerSeq))
    return {
      seq: rows.at(index, seq),
      part: rows.at(index, part),
      id: this.ids[index] as string,
      name: this.names[index] as string,
      first: rows.at(index, isFirst) === 1,
      derived: this.derived.get(index) ?? null,
      answer: answered < 0 ? null : { seq: answered, part: rows.at(index, answerPart) },
    }
  }

  /** Adds a call without a result, and returns its index. */
  add(ofUnit: number, atSeq: number, atPart: number, identity: CallIdentity): number {
    const { rows } = this
    const row = rows.add()
    rows.set(row, seq, atSeq)
    rows.set(row, part, atPart)
    rows.set(row, unit, ofUnit)
    if (identity.first) rows.set(row, isFirst, 1)
    this.ids.push(identity.id)
    this.names.push(identity.name)
    if (identity.derived !== null) this.derived.set(row, identity.derived)
    return row
  }

  unitOf(index: number): number {
    return this.rows.at(index, unit)
  }

  /** Returns the index of the next call in the same unit; -1 if there is none. */
  nextCallOfUnit(index: number): number {
    return fromLink(this.rows.at(index, next))
  }

  linkNextCall(index: number, following: number): void {
    this.rows.set(index, next, toLink(following))
  }

  /** Records the position of a call's result. */
  recordResultPlace(index: number, atSeq: number, atPart: number): void {
    this.rows.set(index, answerSeq, toLink(atSeq))
    this.rows.set(index, answerPart, atPart)
  }

  isAnswered(index: number): boolean {
    return this.rows.at(index, answerSeq) !== 0
  }

  idOf(index: number): string {
    return this.ids[index] as string
  }

  nameOf(index: number): string {
    return this.names[index] as string
  }
}

import type { Edit } from '../ir/edit.ts'
import type { Unseen } from '../session/unit/sight.ts'

/** Fate of a unit. */
export type Fate = 'kept' | 'covered' | 'omitted'

/** Why a unit has its fate. */
export type Reason =
  | 'current-input'
  | 'critical'
  /** Among the newest of a clause that is to have at least so many tokens. */
  | 'at-least'
  | 'fits'
  /** The user's words that opened the turn in which the history begins. */
  | 'opens-turn'
  /** The state held it under a key that the agent is given, and does not any more: shown where that changed. */
  | 'superseded'
  | 'over-budget'
  /** Supplementary: others had more to say for their tokens. */
  | 'outranked'
  /** It has to do with what is asked: told behind the history. */
  | 'relevant'
  /** A pass of the program left it out. */
  | 'passed-over'
  | 'empty'
  | 'orphan-result'
  | 'covered-by-provider'
  | 'covered-by-summary'
  /** A summary, which is never dropped. */
  | 'stands-for-covered'
  /** A summary of nothing, or one that says nothing. */
  | 'covers-nothing'
  | Unseen
  | 'nothing-to-show'
  /** Another agent handed over, and said nothing that is shown. */
  | 'handed-over'
  /** No request was made. */
  | 'no-request'

/** A run of units with one fate. */
export interface LedgerRow {
  /** Ordinal of the first unit. */
  readonly from: number
  /** One past the ordinal of the last. */
  readonly to: number
  readonly fate: Fate
  readonly edits: readonly Edit[]
  readonly reason: Reason
  /** Estimated tokens as it came in; of what was not read, from its length, at the rate of what was sent. */
  readonly before: number
  /** Estimated tokens in the request. */
  readonly after: number
}

/** A declaration's share of the request. */
export interface DeclarationRow {
  /** `d:instruction`, `d:tool:NAME`, … */
  readonly origin: string
  readonly tokens: number
  /** `truncated`: a source of the context of which its bound lets only the beginning through. */
  readonly edits?: readonly Edit[]
}

/** Fates of all units of the session, and the weight of each declaration. */
export interface Ledger {
  /** They tile the session's units exactly. */
  readonly rows: readonly LedgerRow[]
  readonly declarations: readonly DeclarationRow[]
}

/** Fate of a unit in a ledger, with the edits and the reason. */
export type UnitFate = Pick<LedgerRow, 'fate' | 'edits' | 'reason'>

const isSame = (left: UnitFate, right: UnitFate): boolean =>
  left === right ||
  (left.fate === right.fate && left.reason === right.reason && left.edits.join() === right.edits.join())

/** Writes rows unit by unit: neighbours of one kind are one row, so that the ledger grows with the request alone. */
export class LedgerRows {
  readonly rows: LedgerRow[] = []
  private told: UnitFate | null = null
  private from = 0
  private to = 0
  private before = 0
  private after = 0

  /** The next unit. */
  add(told: UnitFate, before: number, after: number): void {
    if (this.told === null || !isSame(this.told, told)) {
      this.close()
      this.told = told
    }
    this.to++
    this.before += before
    this.after += after
  }

  /** The rows of all units that were added. */
  done(): LedgerRow[] {
    this.close()
    return this.rows
  }

  private close(): void {
    const { told, from, to, before, after } = this
    if (told !== null && to > from) {
      const { fate, edits, reason } = told
      this.rows.push({ from, to, fate, edits, reason, before, after })
    }
    this.from = to
    this.before = 0
    this.after = 0
  }
}

import type { Edit } from '../ir/edit.ts'
import type { Unseen } from '../session/unit/sight.ts'

/** Fate of a unit. */
export type Fate = 'kept' | 'covered' | 'omitted'

/** Reason for a unit's fate. */
export type Reason =
  | 'current-input'
  | 'critical'
  /** Among the newest units that a clause's `atLeast` keeps. */
  | 'at-least'
  | 'fits'
  /** The user message that opens the turn in which the history begins. */
  | 'opens-turn'
  /** The state held it under a key that the agent reads, until the value changed; shown at the place of that change. */
  | 'superseded'
  | 'over-budget'
  /** Supplementary: other units were more useful for their tokens. */
  | 'outranked'
  /** Related to the query: added after the history. */
  | 'relevant'
  /** A pass of the program dropped it. */
  | 'passed-over'
  /** A text for one turn, which is over. */
  | 'turn-over'
  | 'empty'
  | 'orphan-result'
  /** A result that stands before its call: it is in the unit of the call. */
  | 'with-its-call'
  /** A result that its call has already. */
  | 'stored-twice'
  | 'covered-by-provider'
  | 'covered-by-summary'
  /** A summary, which is never dropped. */
  | 'stands-for-covered'
  /** A summary that replaces nothing or is blank. */
  | 'covers-nothing'
  | Unseen
  | 'nothing-to-show'
  /** Another agent transferred control and said nothing that is shown. */
  | 'handed-over'
  /** No request was made. */
  | 'no-request'

/** Consecutive units with one fate. */
export interface LedgerRow {
  /** Ordinal of the first unit. */
  readonly from: number
  /** One past the ordinal of the last unit. */
  readonly to: number
  readonly fate: Fate
  readonly edits: readonly Edit[]
  readonly reason: Reason
  /** Set if the provider reads the units from the cache that the request names. */
  readonly cached?: true
  /**
   * Estimated tokens before any change. For units that were not counted, estimated from length at the rate of those
   * sent.
   */
  readonly before: number
  /** Estimated tokens in the request. */
  readonly after: number
}

/** A declaration's share of the request. */
export interface DeclarationRow {
  /** `d:instruction`, `d:tool:NAME`, … */
  readonly origin: string
  readonly tokens: number
  /** `truncated`: a context block that its upper bound cut. */
  readonly edits?: readonly Edit[]
  /** Set if the provider reads it from the cache that the request names. */
  readonly cached?: true
}

/** Fates of all units of the session, and the size of each declaration. */
export interface Ledger {
  /** Rows that cover the session's units exactly, without overlap. */
  readonly rows: readonly LedgerRow[]
  readonly declarations: readonly DeclarationRow[]
}

/** A unit's fate with its edits and its reason. */
export type UnitFate = Pick<LedgerRow, 'fate' | 'edits' | 'reason' | 'cached'>

const isSame = (left: UnitFate, right: UnitFate): boolean =>
  left === right ||
  (left.fate === right.fate &&
    left.cached === right.cached &&
    left.reason === right.reason &&
    left.edits.join() === right.edits.join())

/** Builds rows unit by unit. Equal neighbours share a row, so the ledger's size depends only on the request. */
export class LedgerRows {
  readonly rows: LedgerRow[] = []
  private told: UnitFate | null = null
  private from = 0
  private to = 0
  private before = 0
  private after = 0

  /** Adds the next unit. */
  add(told: UnitFate, before: number, after: number): void {
    if (this.told === null || !isSame(this.told, told)) {
      this.close()
      this.told = told
    }
    this.to++
    this.before += before
    this.after += after
  }

  /** Returns the rows of all added units. */
  done(): LedgerRow[] {
    this.close()
    return this.rows
  }

  private close(): void {
    const { told, from, to, before, after } = this
    if (told !== null && to > from) {
      const { fate, edits, reason, cached } = told
      this.rows.push({ from, to, fate, edits, reason, ...(cached && { cached }), before, after })
    }
    this.from = to
    this.before = 0
    this.after = 0
  }
}

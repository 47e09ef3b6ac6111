import type { Edit } from '../ir/edit.ts'
import type { Unseen } from '../session/unit/sight.ts'

/** State of a conversation unit in the request: sent, replaced by a summary or compaction, or not sent. */
export type Fate = 'kept' | 'covered' | 'omitted'

/** Reason why a conversation unit was sent, replaced or not sent. */
export type Reason =
  | 'current-input'
  | 'critical'
  /** The unit is among the newest units that a clause's `atLeast` keeps. */
  | 'at-least'
  | 'fits'
  /** The unit is the user message that opens the turn in which the history begins. */
  | 'opens-turn'
  /**
   * The provider's compaction replaces the unit and does not keep it as it was, so the unit is sent again behind it.
   * The current question is, if a compaction was made in the middle of its turn.
   */
  | 'said-again'
  /**
   * The unit's text was in the state, under a key that the agent reads, until the key got another value. The unit is
   * sent at the position of this change.
   */
  | 'superseded'
  | 'over-budget'
  /** The unit is supplementary, and the other units were more useful per token. */
  | 'outranked'
  /** The unit matches a search, so its text is sent in a context block. */
  | 'relevant'
  /** One of the program's passes dropped the unit. */
  | 'passed-over'
  /** The unit's text was for one turn only, and that turn is over. */
  | 'turn-over'
  | 'empty'
  | 'orphan-result'
  /** The unit is a result that came before its call. It is sent with its call. */
  | 'with-its-call'
  /** The unit is a result for a call that already has one. */
  | 'stored-twice'
  | 'covered-by-provider'
  | 'covered-by-summary'
  /** The unit is a summary or a provider's compaction that replaces earlier history, so it is never dropped. */
  | 'stands-for-covered'
  /** The unit is a summary that replaces nothing or is blank, or a provider's compaction that is not used. */
  | 'covers-nothing'
  | Unseen
  | 'nothing-to-show'
  /** The unit is another agent's transfer and has no content to show. */
  | 'handed-over'
  /** The compile returned no request. */
  | 'no-request'

/** Consecutive units with equal states (sent, replaced or not sent), edits and reasons. */
export interface LedgerRow {
  /** Ordinal of the first unit. */
  readonly from: number
  /** Ordinal after that of the last unit. */
  readonly to: number
  readonly fate: Fate
  readonly edits: readonly Edit[]
  readonly reason: Reason
  /** Set if the provider reads the units from the cache that the request refers to. */
  readonly cached?: true
  /**
   * Estimated tokens before any change. If units were not counted, their tokens are estimated from their length, at the
   * tokens per character of the sent units.
   */
  readonly before: number
  /** Estimated tokens of the units in the request. */
  readonly after: number
}

/** Size of one declaration (such as an instruction or a tool) in the request. */
export interface DeclarationRow {
  /** Origin of the declaration, such as `d:instruction` or `d:tool:NAME`. */
  readonly origin: string
  readonly tokens: number
  /** `truncated` if the declaration is a context block that was cut to its token limit. */
  readonly edits?: readonly Edit[]
  /** Set if the provider reads the declaration from the cache that the request refers to. */
  readonly cached?: true
}

/** State of every unit of the session (sent, replaced or not sent), and the size of each declaration. */
export interface Ledger {
  /** Rows that together cover each unit of the session exactly once. */
  readonly rows: readonly LedgerRow[]
  readonly declarations: readonly DeclarationRow[]
}

/** State of a unit (sent, replaced or not sent), with its edits and the reason. */
export type UnitFate = Pick<LedgerRow, 'fate' | 'edits' | 'reason' | 'cached'>

const isSameFate = (left: UnitFate, right: UnitFate): boolean =>
  left === right ||
  (left.fate === right.fate &&
    left.cached === right.cached &&
    left.reason === right.reason &&
    left.edits.join() === right.edits.join())

/**
 * Builder of ledger rows. Units are added in order, and equal neighbours share a row. So the number of rows depends on
 * the request, not on the length of the session.
 */
export class LedgerRows {
  readonly rows: LedgerRow[] = []
  private told: UnitFate | null = null
  private from = 0
  private to = 0
  private before = 0
  private after = 0

  /** Adds the next unit, with its tokens before and after the changes. */
  add(told: UnitFate, before: number, after: number): void {
    if (this.told === null || !isSameFate(this.told, told)) {
      this.closeRow()
      this.told = told
    }
    this.to++
    this.before += before
    this.after += after
  }

  /** Returns the rows of all added units. */
  allRows(): LedgerRow[] {
    this.closeRow()
    return this.rows
  }

  private closeRow(): void {
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

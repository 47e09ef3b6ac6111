/** What became of a unit. */
export type Fate = 'kept' | 'covered' | 'omitted'

/** What was done to a unit that was kept. */
export type Edit =
  | 'compacted'
  | 'redacted'
  | 'truncated'
  | 'fenced'
  | 'repaired'
  /** Something of it cannot be said to this provider. */
  | 'reduced'
  /** Reasoning of it could not go along. */
  | 'reasoning-omitted'

/** Why a unit has its fate. */
export type Reason =
  | 'current-input'
  | 'critical'
  | 'fits'
  /** The user's words that opened the turn in which the history begins. */
  | 'opens-turn'
  | 'over-budget'
  | 'empty'
  | 'orphan-result'
  | 'covered-by-provider'
  | 'nothing-to-show'
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
}

/** What became of every unit of the session, and what each declaration weighs. */
export interface Ledger {
  /** They tile the session's units exactly. */
  readonly rows: readonly LedgerRow[]
  readonly declarations: readonly DeclarationRow[]
}

const sameKind = (left: LedgerRow, right: LedgerRow): boolean =>
  left.fate === right.fate && left.reason === right.reason && left.edits.join() === right.edits.join()

/** Joins neighbours of one kind, so that the ledger grows with the request and not with the history. */
export function coalesce(rows: Iterable<LedgerRow>): LedgerRow[] {
  const joined: LedgerRow[] = []
  for (const row of rows) {
    const last = joined.at(-1)
    if (last && last.to === row.from && sameKind(last, row)) {
      joined[joined.length - 1] = {
        ...last,
        to: row.to,
        before: last.before + row.before,
        after: last.after + row.after,
      }
    } else joined.push(row)
  }
  return joined
}

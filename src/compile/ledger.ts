import type { LedgerRow, Reason } from '../map/ledger.ts'
import { coalesce, type Edit } from '../map/ledger.ts'
import type { Session } from '../session/session.ts'
import type { History } from './history.ts'

/** Tokens per character where nothing was counted. */
const usualRate = 0.25

/** Tokens per character of what was counted: the best guess for what was not. */
function rateOf(session: Session, history: History | null): number {
  let characters = 0
  let tokens = 0
  for (const { ordinal, count, messages } of history?.sent ?? []) {
    if (messages.length === 0) continue
    characters += session.units.rows.sizeOf(ordinal)
    tokens += count.estimate
  }
  return characters < 400 ? usualRate : Math.min(2, Math.max(usualRate / 2, tokens / characters))
}

const whyKept = ({ must, before }: History, ordinal: number): Reason =>
  must.has(ordinal) ? 'current-input' : before.has(ordinal) ? 'opens-turn' : 'fits'

/** Says of every unit what became of it; neighbours of one fate are one row. */
export function writeLedger(
  session: Session,
  history: History | null,
  edits: ReadonlyMap<number, readonly Edit[]>,
): LedgerRow[] {
  const { rows } = session.units
  const fragments = new Map(history?.sent.map(fragment => [fragment.ordinal, fragment]))
  const rate = rateOf(session, history)
  const row = (ordinal: number): LedgerRow => {
    const base = { from: ordinal, to: ordinal + 1 }
    const fragment = fragments.get(ordinal)
    const rough = Math.ceil(rows.sizeOf(ordinal) * rate)
    if (fragment && fragment.messages.length > 0) {
      const tokens = fragment.count.estimate
      const done = edits.get(ordinal) ?? fragment.edits
      // What could not go along was never counted: its length tells how much there was.
      const before = done.some(edit => edit === 'reduced' || edit === 'reasoning-omitted')
        ? Math.max(tokens, rough)
        : tokens
      const reason: Reason = history ? whyKept(history, ordinal) : 'fits'
      return {
        ...base,
        fate: 'kept',
        edits: done,
        reason,
        before,
        after: tokens,
      }
    }
    const omitted = { ...base, fate: 'omitted', edits: [], before: rough, after: 0 } as const
    if (fragment) return { ...omitted, reason: 'nothing-to-show' }
    if (history === null) return { ...omitted, reason: 'no-request' }
    if (rows.isHidden(ordinal))
      return { ...omitted, reason: rows.kindOf(ordinal) === 'orphan' ? 'orphan-result' : 'empty' }
    const covered = history !== null && history.floor !== null && ordinal < history.floor
    if (covered) return { ...omitted, fate: 'covered', reason: 'covered-by-provider' }
    return { ...omitted, reason: 'over-budget' }
  }
  return coalesce(
    (function* () {
      for (let ordinal = 0; ordinal < rows.length; ordinal++) yield row(ordinal)
    })(),
  )
}

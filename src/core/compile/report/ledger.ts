import type { Edit } from '../../ir/edit.ts'
import { type LedgerRow, LedgerRows, type Reason, type UnitFate } from '../../map/ledger.ts'
import { currentInput } from '../../session/unit/current-input.ts'
import type { SessionView } from '../../session/unit/session-view.ts'
import type { Units } from '../../session/unit/units.ts'
import type { FoundUnit } from '../beside/placed.ts'
import type { History } from '../fit/choice.ts'
import { omissions, whyOmitted } from '../fit/omission.ts'

/** Tokens per character, used if too little text was counted to measure the rate. */
const usualRate = 0.25

/** Returns the tokens per character of the sent units. Units that were not counted are estimated with this rate. */
export function measuredRate(session: SessionView, history: Pick<History, 'sent'> | null): number {
  let characters = 0
  let tokens = 0
  for (const { ordinal, count, messages } of history?.sent ?? []) {
    if (messages.length === 0) continue
    characters += session.units.rows.sizeOf(ordinal)
    tokens += count.estimate
  }
  return characters < 400 ? usualRate : Math.min(2, Math.max(usualRate / 2, tokens / characters))
}

function whyKept(
  units: Units,
  { required, before, floor }: History,
  ordinal: number,
  isCurrent: boolean,
): Reason {
  const { rows } = units
  if (ordinal === floor?.holder && floor.from > 0) return 'stands-for-covered'
  if (rows.ownKindOf(ordinal) === 'summary' && rows.covers.placeOf(ordinal) !== ordinal)
    return 'stands-for-covered'
  if (floor !== null && ordinal < floor.from) return 'said-again'
  if (units.tierOf(ordinal) === 'critical') return 'critical'
  if (isCurrent) return 'current-input'
  if (required.has(ordinal)) return 'at-least'
  if (units.orderOf(ordinal) !== ordinal) return 'superseded'
  // A supplementary unit that was chosen may also be placed before the beginning of the history.
  return before.has(ordinal) && units.tierOf(ordinal) !== 'supplementary' ? 'opens-turn' : 'fits'
}

/** Facts about conversation units that are not part of the history. */
interface UnitFacts {
  readonly edits?: ReadonlyMap<number, readonly Edit[]>
  /** Units that a search found and that are in context blocks. */
  readonly found?: ReadonlyMap<number, FoundUnit>
  /** Units that a pass of the program dropped, each with the pass's name. */
  readonly dropped?: ReadonlyMap<number, string> | undefined
  /** Units that the provider reads from its cache. */
  readonly cached?: ReadonlySet<number>
}

/**
 * Returns the ledger rows, which state for every conversation unit whether and how it is sent. Adjacent units with
 * equal values share a row.
 */
export function writeLedger(
  session: SessionView,
  history: History | null,
  { edits = new Map(), found = new Map(), dropped = new Map(), cached = new Set() }: UnitFacts = {},
): LedgerRow[] {
  const { rows } = session.units
  const sent = new Map(history?.sent.map(fragment => [fragment.ordinal, fragment]))
  const rate = measuredRate(session, history)
  const current = currentInput(session.units)
  const ledger = new LedgerRows()
  for (let ordinal = 0; ordinal < rows.length; ordinal++) {
    const rough = Math.ceil(rows.sizeOf(ordinal) * rate)
    const fragment = sent.get(ordinal)
    const recalled = found.get(ordinal)
    if (dropped.has(ordinal) && history !== null) ledger.add(omissions.passedOver, rough, 0)
    else if (history !== null && fragment && fragment.messages.length > 0) {
      const tokens = fragment.count.estimate
      const done = edits.get(ordinal) ?? fragment.edits
      // Parts that could not be sent were never counted, so their original size is estimated from the unit's length.
      const isLess = done.some(edit => edit === 'reduced' || edit === 'reasoning-omitted')
      const reason = whyKept(session.units, history, ordinal, current.has(ordinal))
      const told: UnitFate = {
        ...{ fate: 'kept', edits: done, reason },
        ...(cached.has(ordinal) && { cached: true }),
      }
      ledger.add(told, isLess ? Math.max(tokens, rough) : tokens, tokens)
    } else if (history !== null && recalled !== undefined)
      ledger.add({ fate: 'kept', edits: recalled.edits, reason: 'relevant' }, rough, recalled.tokens)
    else if (fragment?.passing === 'over') ledger.add(omissions.turnOver, rough, 0)
    else if (fragment?.edits.includes('attributed')) ledger.add(omissions.handedOver, rough, 0)
    else ledger.add(whyOmitted(session, history, ordinal, fragment !== undefined), rough, 0)
  }
  return ledger.allRows()
}

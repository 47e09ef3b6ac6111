import type { SessionView } from '../../session/unit/session-view.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import type { Units } from '../../session/unit/units.ts'
import { isForOneTurn, turnOver } from '../../target/one-turn.ts'
import type { Fragment } from '../../target/target.ts'

/**
 * State of a text that a vendor shows to its model for one turn only: still shown, or dropped because the turn is over.
 */
export type Passing = 'shown' | 'over'

/** Whether a conversation unit ends a turn. It does if it is sent as a user message or includes tool results. */
const endsTurn = (rows: UnitTable, unit: number): boolean => {
  const kind = rows.kindOf(unit)
  return kind === 'model' ? rows.callsOf(unit).length > 0 : kind !== 'developer'
}

/**
 * Returns the last conversation unit that ends a turn; -1 if there is none. One-turn texts before this unit are no
 * longer valid.
 */
export function lastTurnEnd(units: Units): number {
  let unit = units.placeBefore(units.rows.length)
  while (unit >= 0 && (units.isHidden(unit) || !endsTurn(units.rows, unit))) unit = units.placeBefore(unit)
  return unit
}

/** Returns the conversation unit that ends the turn of a given unit; the number of units if the turn has not ended. */
function turnEndAfter(units: Units, unit: number): number {
  let next = units.placeAfter(unit)
  while (next < units.rows.length && (units.isHidden(next) || !endsTurn(units.rows, next)))
    next = units.placeAfter(next)
  return Math.min(next, units.rows.length)
}

/** Returns the state of a conversation unit that contains a text for one turn; undefined for any other unit. */
export function oneTurnState(session: SessionView, ordinal: number, isOver: boolean): Passing | undefined {
  const { rows } = session.units
  if (rows.ownKindOf(ordinal) !== 'developer') return undefined
  if (!isForOneTurn(session.event(rows.seqOf(ordinal)).extra)) return undefined
  return isOver ? 'over' : 'shown'
}

/** Returns the fragment for a text whose turn is over. The fragment has no messages. */
export const overFragment = (origin: string): Fragment => ({
  messages: [],
  count: { estimate: 0, max: 0, exact: true },
  edits: ['outdated'],
  notes: [turnOver(origin)],
  toolNames: [],
  reasoning: 0,
})

/** Whether the earlier request contained a one-turn text before a given unit, and the turn has ended since. */
export const hasOneTurnEnded = (
  { units }: SessionView,
  { head }: { readonly head: number },
  sent: readonly { readonly ordinal: number; readonly passing?: Passing }[],
  before: number,
): boolean =>
  sent.some(({ passing, ordinal }) => {
    if (passing !== 'over' || ordinal >= before || units.rows.seqOf(ordinal) >= head) return false
    const end = turnEndAfter(units, ordinal)
    return end >= units.rows.length || units.rows.seqOf(end) >= head
  })

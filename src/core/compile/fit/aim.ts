import type { Units } from '../../session/unit/units.ts'
import type { Room } from '../contract/room.ts'
import type { Choice } from './choice.ts'
import { allSupplementary, unitReader } from './window.ts'

/**
 * Returns the share of the room that a trim leaves in use. With a soft size, it is a share of that size, so that the
 * next turn needs no second trim. A soft size below the parts that are never dropped does not count.
 */
export const lowWithAim = ({ room: { tokens, aim } }: Pick<Choice, 'room'>, low: number): number =>
  aim === null || aim <= 0 || aim >= tokens ? low : (low * aim) / tokens

/**
 * Returns the room that the soft size of the budget leaves for a history, if a turn begins; null within a turn, where
 * only the limit counts. Without a plan, a history within a turn is chosen as when the turn began.
 */
export function roomAtTurn(choice: Choice): Room | null {
  const { room, session, earlier } = choice
  const { units } = session
  if (room.aim === null || room.aim <= 0 || room.aim >= room.tokens) return null
  const since = earlier === null ? turnTokens(choice) : 0
  if (earlier !== null && !beginsTurn(units)) return null
  return { ...room, tokens: Math.min(room.tokens, room.aim + since) }
}

/** Whether the newest shown unit is the message that opens its turn, and no earlier call waits for a result. */
const beginsTurn = (units: Units): boolean => {
  const last = units.lastShown()
  return last >= 0 && units.openerOf(last) === last && units.openUnits().length === 0
}

/** Returns the tokens of the units after the message that opened the current turn. */
function turnTokens(choice: Choice): number {
  const { units } = choice.session
  const last = units.lastShown()
  const opener = last < 0 ? null : units.openerOf(last)
  const frame = {
    ...choice,
    ...{ required: new Set<number>(), carried: [], reasoningFrom: 0, compactBefore: 0 },
    supplementary: allSupplementary,
  }
  const unitAt = unitReader(frame, 0)
  let tokens = 0
  for (let unit = last; opener !== null && unit > opener; unit = units.placeBefore(unit))
    if (!units.isHidden(unit)) tokens += unitAt(unit).count.max
  return tokens
}

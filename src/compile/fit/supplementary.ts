import { highestTier } from '../../context/selection/clause-state.ts'
import type { Selection } from '../../context/selection/selection.ts'
import { slides } from '../../context/selector/selectors.ts'
import type { Tier } from '../../ir/tier.ts'
import type { Room } from '../contract/room.ts'
import { type Frame, goesAlong, type Supplementary, unitReader, type Window } from './window.ts'

/** No supplementary unit that there is goes along. */
export const noSupplementary = ({ session }: Frame): Supplementary => ({
  chosen: new Set(),
  since: session.units.rows.length,
})

/** After so many units a supplementary one matters half as much. */
const halfLife = 40

/** The supplementary units that say most for their tokens, as far as there is room: newer ones say more. */
export function chooseSupplementary(frame: Frame, room: Room, start: number, tokens: number): Supplementary {
  const { units } = frame.session
  const unitAt = unitReader(frame, start)
  const bare: Frame = { ...frame, supplementary: noSupplementary(frame) }
  const found: { readonly unit: number; readonly cost: number; readonly score: number }[] = []
  let looked = 0
  let age = 0
  for (
    let unit = units.before(units.rows.length);
    unit >= 0 && looked <= 4 * room.tokens;
    unit = units.before(unit)
  ) {
    if (units.isHidden(unit)) continue
    age++
    if (goesAlong(bare, unit)) continue
    const cost = unitAt(unit).count.max
    looked += cost
    found.push({ unit, cost, score: 0.5 ** (age / halfLife) / Math.max(1, cost) })
  }
  found.sort((left, right) => right.score - left.score || right.unit - left.unit)
  const chosen = new Set<number>()
  let left = tokens
  for (const { unit, cost } of found) {
    if (cost > left) continue
    chosen.add(unit)
    left -= cost
  }
  return { chosen, since: units.rows.length }
}

/**
 * Returns what was decided, with the units that are sent only for now: the current ones, those of a window that
 * moves on, and those that a floor holds. They stay when they are supplementary again.
 */
export function keepChosen(
  { chosen, since }: Supplementary,
  { sent, start }: Window,
  selection: Selection,
): Supplementary {
  if (since === 0) return { chosen, since }
  const tierOf = (unit: number): Tier =>
    highestTier(
      selection.clausesOf(unit).filter(({ select }) => !slides(select)),
      'archive',
    )
  const stay = sent
    .map(({ ordinal }) => ordinal)
    .filter(unit => unit >= start && unit < since && tierOf(unit) === 'supplementary')
  return { chosen: new Set([...chosen, ...stay]), since }
}

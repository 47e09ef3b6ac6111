import { highestTier } from '../../context/selection/clause-state.ts'
import type { PolicySelection } from '../../context/selection/selection.ts'
import { isSlidingSelector } from '../../context/selector/selectors.ts'
import type { Tier } from '../../ir/block.ts'
import type { Room } from '../contract/room.ts'
import {
  compactionSentFrom,
  type Frame,
  isSentUnit,
  type Supplementary,
  unitReader,
  type Window,
} from './window.ts'

/** Returns a choice that drops all current supplementary units. Units that are appended later are sent. */
export const dropSupplementary = ({ session }: Frame): Supplementary => ({
  chosen: new Set(),
  since: session.units.rows.length,
})

/** Distance in units at which the score of a supplementary unit is halved. */
const halfLife = 40

/** Chooses the supplementary units with the highest scores that fit. Newer and shorter units have higher scores. */
export function chooseSupplementary(frame: Frame, room: Room, start: number, tokens: number): Supplementary {
  const { units } = frame.session
  const unitAt = unitReader(frame, start)
  const bare: Frame = { ...frame, supplementary: dropSupplementary(frame) }
  const found: { readonly unit: number; readonly cost: number; readonly score: number }[] = []
  const first = compactionSentFrom(frame, start)?.from ?? 0
  let looked = 0
  let age = 0
  for (
    let unit = units.placeBefore(units.rows.length);
    unit >= first && looked <= 4 * room.tokens;
    unit = units.placeBefore(unit)
  ) {
    if (units.isHidden(unit)) continue
    age++
    if (isSentUnit(bare, unit)) continue
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
 * Returns a choice that includes the supplementary units that this request sends for a temporary reason: the current
 * input, a sliding clause, or `atLeast`. Later requests keep these units after the reason no longer applies, so that
 * the prefix does not change.
 */
export function keepChosen(
  { chosen, since }: Supplementary,
  { sent, start }: Window,
  selection: PolicySelection,
): Supplementary {
  if (since === 0) return { chosen, since }
  const tierOf = (unit: number): Tier =>
    highestTier(
      selection.tiersOf(unit, select => !isSlidingSelector(select)),
      'archive',
    )
  const stay = sent
    .map(({ ordinal }) => ordinal)
    .filter(unit => unit >= start && unit < since && tierOf(unit) === 'supplementary')
  return { chosen: new Set([...chosen, ...stay]), since }
}

import type { UnitKind } from '../../ir/unit.ts'

const kinds: readonly UnitKind[] = [
  ...(['user', 'developer', 'model', 'tool', 'late', 'orphan', 'summary', 'copy'] as const),
  'compaction',
]

// Layout of the bits: four bits for the kind, one bit for each flag below, and all other bits for the unit's index
// among the units that begin in the same event.
const kindBits = 15
const nthShift = 9

/** Flag: the unit has visible content. */
export const shown = 16
/** Flag: the unit's calls can no longer be answered. */
export const isClosedFlag = 32
/** Flag: the unit is never dropped. */
export const critical = 64
/** Flag: the unit was rewound. */
export const rewound = 128
/** Flag: the unit contains a provider-specific item. */
export const holdsItem = 256

/** Packs the kind of a new unit and its index in its event into one number. */
export const flagsOf = (kind: UnitKind, place: number): number => kinds.indexOf(kind) | (place << nthShift)

/** Returns a unit's packed facts with another kind. */
export const withKind = (flags: number, kind: UnitKind): number => (flags & ~kindBits) | kinds.indexOf(kind)

export const kindIn = (flags: number): UnitKind => kinds[kindNumber(flags)] as UnitKind

/** Returns a unit's kind as a number below 16. */
export const kindNumber = (flags: number): number => flags & kindBits

/** Returns the unit's index among the units that begin in its event. */
export const placeIn = (flags: number): number => flags >>> nthShift

/** Whether nothing is shown at a unit's own position. */
export function showsNothingInPlace(flags: number): boolean {
  if ((flags & rewound) !== 0) return true
  const kind = kindIn(flags)
  if (kind === 'orphan' || kind === 'copy' || kind === 'summary' || kind === 'compaction') return true
  return (flags & shown) === 0 && (kind === 'model' || kind === 'developer')
}

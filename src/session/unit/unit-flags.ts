import type { UnitKind } from '../../ir/unit.ts'

const kinds: readonly UnitKind[] = ['user', 'developer', 'model', 'tool', 'late', 'orphan', 'summary']

// Three bits for the kind, one each, and the rest for the unit's place among those of its event.
const kindBits = 7
const nthShift = 7

/** Something of the unit shows. */
export const shown = 8
/** Its calls can no longer be answered. */
export const closed = 16
/** It is never dropped. */
export const critical = 32
/** It was taken back. */
export const rewound = 64

/** Packs what is known of a unit when it begins into one number. */
export const flagsOf = (kind: UnitKind, place: number): number => kinds.indexOf(kind) | (place << nthShift)

export const kindIn = (flags: number): UnitKind => kinds[kindNumber(flags)] as UnitKind

/** The kind as a number below 8. */
export const kindNumber = (flags: number): number => flags & kindBits

/** The unit's place among those that begin in its event. */
export const placeIn = (flags: number): number => flags >>> nthShift

/** Whether nothing of a unit is shown in its own place. */
export function isSilent(flags: number): boolean {
  if ((flags & rewound) !== 0) return true
  const kind = kindIn(flags)
  if (kind === 'orphan' || kind === 'summary') return true
  return (flags & shown) === 0 && (kind === 'model' || kind === 'developer')
}

import type { Protection } from '../../ir/protection.ts'
import type { Session } from '../../session/session.ts'
import type { UnitFold } from '../../session/unit/unit-fold.ts'
import { type GuardedProtection, hasGuard } from '../protection.ts'
import { type IsShown, Lens } from './lens.ts'

/**
 * Returns the lens of a reader from whom some protections keep values. `waits`: whether texts are withheld until detectors that
 * answer later looked at them; a person who reads along is not kept waiting.
 */
export function lensOf(
  protect: readonly Protection[],
  session: Session,
  isShown: IsShown,
  { waits = true } = {},
): Lens {
  const all = protect.filter(hasGuard)
  const guard = all[0]?.guard(all, { waits }) ?? null
  return new Lens({ session, guard }).grown(session, isShown)
}

/** Whether texts wait for a detector of a protection that answers later. */
export const waitsForDetectors = (protection: Protection): boolean =>
  hasGuard(protection) && protection.isLate === true

/** A lens, and what it was made for. */
interface KnownLens {
  readonly all: readonly GuardedProtection[]
  readonly waits: boolean
  readonly fold: UnitFold
  readonly lens: Lens
}

/** Lenses of one program: the latest of each list of protections is kept, since it has looked at the events before. */
export class Lenses {
  private known: readonly KnownLens[] = []

  /** Returns the lens of the readers that share some protections, and so its placeholders. */
  lens(protect: readonly Protection[], session: Session, isShown: IsShown, { waits = true } = {}): Lens {
    const all = protect.filter(hasGuard)
    const fold = session.units
    const latest = this.known.find(each => each.waits === waits && isSame(each.all, all))
    if (latest?.fold === fold && latest.lens.length <= session.length)
      return latest.lens.grown(session, isShown)
    const lens = lensOf(all, session, isShown, { waits })
    if (all.length > 0)
      this.known = [...this.known.filter(each => each !== latest), { all, waits, fold, lens }]
    return lens
  }

  clear(): void {
    this.known = []
  }
}

/** Whether two lists hide the same values. */
export const hidesSame = (left: readonly Protection[], right: readonly Protection[]): boolean =>
  isSame(left.filter(hasGuard), right.filter(hasGuard))

const isSame = (left: readonly Protection[], right: readonly Protection[]): boolean =>
  left.length === right.length && left.every((each, at) => each === right[at])

import type { Protection } from '../../ir/protection.ts'
import type { Session } from '../../session/session.ts'
import type { UnitFold } from '../../session/unit/unit-fold.ts'
import { type GuardedProtection, hasGuard } from '../protection.ts'
import { type IsShown, Lens } from './lens.ts'

/**
 * Returns the view of a session (lens) for a reader from whom the protections hide values. `waits`: whether texts are
 * withheld until async detectors have checked them; set to false for a person who watches the session.
 */
export function lensOf(
  protect: readonly Protection[],
  session: Session,
  isShown: IsShown,
  { waits = true } = {},
): Lens {
  const all = protect.filter(hasGuard)
  const guard = all[0]?.guard(all, { waits }) ?? null
  return new Lens({ session, guard }).lensForLongerSession(session, isShown)
}

/** Whether a protection has async detectors, so that texts are withheld until they are checked. */
export const waitsForDetectors = (protection: Protection): boolean =>
  hasGuard(protection) && protection.isLate === true

/** View of a session (lens), and the inputs from which it was made. */
interface KnownLens {
  readonly all: readonly GuardedProtection[]
  readonly waits: boolean
  readonly fold: UnitFold
  readonly lens: Lens
}

/**
 * Readers' views (lenses) of one program's session. The latest lens for each list of protections is kept and continued,
 * so that it processes only new events.
 */
export class Lenses {
  private known: readonly KnownLens[] = []

  /** Returns the lens shared by all readers with the same protections. These readers share placeholders. */
  lens(protect: readonly Protection[], session: Session, isShown: IsShown, { waits = true } = {}): Lens {
    const all = protect.filter(hasGuard)
    const fold = session.units
    const latest = this.known.find(each => each.waits === waits && haveSameProtections(each.all, all))
    if (latest?.fold === fold && latest.lens.length <= session.length)
      return latest.lens.lensForLongerSession(session, isShown)
    const lens = lensOf(all, session, isShown, { waits })
    if (all.length > 0)
      this.known = [...this.known.filter(each => each !== latest), { all, waits, fold, lens }]
    return lens
  }

  clear(): void {
    this.known = []
  }
}

/** Whether two lists of protections hide the same values. */
export const hidesSame = (left: readonly Protection[], right: readonly Protection[]): boolean =>
  haveSameProtections(left.filter(hasGuard), right.filter(hasGuard))

const haveSameProtections = (left: readonly Protection[], right: readonly Protection[]): boolean =>
  left.length === right.length && left.every((each, at) => each === right[at])

import type { Placed } from '../program/placed.ts'
import type { Guard, Protection } from '../protect/protection.ts'
import type { Session } from '../session/session.ts'
import type { UnitFold } from '../session/unit/unit-fold.ts'
import type { CompileOptions } from './contract/options.ts'

/** A session as an agent may see it, and the guard that made it so. */
export interface Guarded {
  readonly session: Session
  readonly guard: Guard | null
}

/** A guard with the protections that it follows, and the fold of its session. */
interface KnownGuard {
  readonly all: readonly Protection[]
  readonly fold: UnitFold
  readonly guard: Guard
}

/** Guards of the agents of a program: the latest one of each is kept, since it has looked at the events before. */
export class Guards {
  private readonly known = new Map<string, KnownGuard>()

  /** Returns the session as an agent may see it. */
  protect({ agent, root }: Placed, session: Session, { protect = [] }: CompileOptions): Guarded {
    const all = [...new Set([...protect, ...(root.protect ?? []), ...(agent.protect ?? [])])]
    const [first] = all
    if (first === undefined) return { session, guard: null }
    const fold = session.units
    const latest = this.known.get(agent.name)
    const isKnown =
      latest !== undefined &&
      latest.fold === fold &&
      latest.guard.length <= session.length &&
      latest.all.length === all.length &&
      latest.all.every((each, at) => each === all[at])
    const guard = isKnown ? latest.guard : first.guard(all)
    this.known.set(agent.name, { all, fold, guard })
    return { session: guard.protect(session), guard }
  }

  clear(): void {
    this.known.clear()
  }
}

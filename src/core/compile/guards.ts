import type { Protection } from '../ir/protection.ts'
import { type Agents, type Placed, placedBy } from '../program/placed.ts'
import { type Guard, type GuardedProtection, hasGuard } from '../protect/protection.ts'
import { type RemoveValues, removeValues } from '../protect/remove-values.ts'
import type { Session } from '../session/session.ts'
import type { UnitFold } from '../session/unit/unit-fold.ts'
import type { CompileOptions } from './contract/options.ts'
import { protectionsOf } from './resolve/protections-of.ts'

/** A session as an agent may see it, and the guard that made it so. */
export interface Guarded {
  readonly session: Session
  readonly guard: Guard | null
}

/** A guard with the protections that it follows, and the fold of its session. */
interface KnownGuard {
  readonly all: readonly GuardedProtection[]
  readonly waits: boolean
  readonly fold: UnitFold
  readonly guard: Guard
}

/** Guards of a program: the latest one of each list of protections is kept, since it has looked at the events before. */
export class Guards {
  private readonly graph: Agents
  private known: readonly KnownGuard[] = []

  constructor(graph: Agents) {
    this.graph = graph
  }

  /** Returns the session as an agent may see it. Agents with the same protections share its placeholders. */
  protect(placed: Placed, session: Session, options: CompileOptions): Guarded {
    return this.protectBy(guardsOf(placed, options), session, options)
  }

  /** Returns the session as somebody outside may see it: without what any of the agents may not see. */
  protectFromAll(session: Session, options: CompileOptions): Guarded {
    const all = [...this.graph.agents.values()].flatMap(placed => guardsOf(placed, options))
    // A person who reads along is not kept waiting.
    return this.protectBy([...new Set(all)], session, options, false)
  }

  private protectBy(
    all: readonly GuardedProtection[],
    session: Session,
    options: CompileOptions,
    waits = true,
  ): Guarded {
    const [first] = all
    if (first === undefined) return { session, guard: null }
    const fold = session.units
    const latest = this.known.find(each => each.waits === waits && isSame(each.all, all))
    const isKnown = latest?.fold === fold && latest.guard.length <= session.length
    const guard = isKnown ? latest.guard : first.guard(all, { waits })
    if (!isKnown) this.known = [...this.known.filter(each => each !== latest), { all, waits, fold, guard }]
    const isShown = (author: string): boolean => {
      const by = placedBy(this.graph, author)
      return by !== undefined && isSame(guardsOf(by, options), all)
    }
    return { session: guard.protect(session, isShown), guard }
  }

  /** Returns a function that replaces values in events before they are stored; null if none of the agents asks for it. */
  remover(options: CompileOptions): RemoveValues | null {
    const all = [...this.graph.agents.values()].flatMap(placed => protectionsOf(placed, options))
    return removeValues([...new Set(all)])
  }

  clear(): void {
    this.known = []
  }
}

/** Returns the protections of an agent that have a guard. */
const guardsOf = (placed: Placed, options: CompileOptions): readonly GuardedProtection[] =>
  protectionsOf(placed, options).filter(hasGuard)

const isSame = (left: readonly Protection[], right: readonly Protection[]): boolean =>
  left.length === right.length && left.every((each, at) => each === right[at])

import type { EventInput } from '../ir/event.ts'
import type { Protection } from '../ir/protection.ts'
import { type Agents, agentByAuthor, type PlacedAgent } from '../program/placed.ts'
import { hidesSame, Lenses } from '../protect/lens/lens-of.ts'
import { removeValues } from '../protect/remove-values.ts'
import type { Session } from '../session/session.ts'
import { AgentLens } from './agent-lens.ts'
import type { CompileOptions } from './contract/options.ts'
import { allProtectionsOf } from './resolve/protections-of.ts'

/** Readers' views (lenses) of a program's sessions. Agents with the same protections share placeholders. */
export class AgentLenses {
  private readonly graph: Agents
  private readonly lenses = new Lenses()

  constructor(graph: Agents) {
    this.graph = graph
  }

  /** Returns the reader's view (lens) through which an agent sees the session. */
  lensForAgent(placed: PlacedAgent, session: Session, options: CompileOptions): AgentLens {
    return this.createLens(allProtectionsOf(placed, options), session, options)
  }

  /** Returns the reader's view (lens) of an observer, from whom the protected values of all agents are hidden. */
  lensForObserver(session: Session, options: CompileOptions): AgentLens {
    // An observer does not wait for async detectors.
    return this.createLens(this.allProtections(options), session, options, false)
  }

  /** Returns a function that replaces protected values in events before the events are stored. */
  storageRemoverOf(options: CompileOptions): (event: EventInput) => EventInput {
    return removeValues(this.allProtections(options)) ?? (event => event)
  }

  clear(): void {
    this.lenses.clear()
  }

  private createLens(
    protect: readonly Protection[],
    session: Session,
    options: CompileOptions,
    waits = true,
  ): AgentLens {
    const isShown = (author: string): boolean => {
      const by = agentByAuthor(this.graph, author)
      return by !== undefined && hidesSame(allProtectionsOf(by, options), protect)
    }
    return new AgentLens(this.lenses.lens(protect, session, isShown, { waits }))
  }

  private allProtections(options: CompileOptions): readonly Protection[] {
    const all = [...this.graph.agents.values()].flatMap(placed => allProtectionsOf(placed, options))
    return [...new Set(all)]
  }
}

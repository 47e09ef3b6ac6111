import type { Session } from '../session/session.ts'
import type { State } from '../session/state.ts'
import { valueKey } from '../text/value-key.ts'
import type { Agent } from './agent.ts'
import { dueInTree } from './due.ts'
import type { Graph } from './graph.ts'
import { type Condition, isAgent, isGroup, type Loop, type Member, membersOf, type Route } from './member.ts'

/** The agent that is to speak next: of a pipeline the first that has not finished its turn. */
export function dueAgent(program: Member, graph: Graph, session: Session): Agent | null {
  if (isAgent(program)) return dueInTree(graph, program, session)
  const walk = new Walk(graph, session)
  return walk.due(program) ?? walk.last
}

/** Goes through a program as the current turn did. */
class Walk {
  /** The last agent that spoke. */
  last: Agent | null = null
  private readonly graph: Graph
  private readonly session: Session
  /** By root: units of the current turn that its tree spoke, and nobody was found for yet; the newest first. */
  private readonly spoken = new Map<Agent, number[]>()
  /** How many those are. */
  private left = 0

  constructor(graph: Graph, session: Session) {
    this.graph = graph
    this.session = session
    const { rows } = session.units
    for (let unit = rows.length - 1; unit >= 0 && !this.opens(unit); unit--) {
      const root = graph.agents.get(rows.authorOf(unit))?.root
      if (root === undefined || rows.ownKindOf(unit) !== 'model' || rows.isRewound(unit)) continue
      const units = this.spoken.get(root)
      if (units) units.push(unit)
      else this.spoken.set(root, [unit])
      this.left++
    }
  }

  /** The agent of a member that is due; null where the member is done. */
  due(member: Member): Agent | null {
    if (isAgent(member)) return this.dueIn(member)
    if (!isGroup(member)) return null
    if (member.kind === 'loop') return this.dueInLoop(member)
    if (member.kind === 'route') return this.dueOnRoute(member)
    const members = member.kind === 'fallback' ? membersOf(member).slice(0, 1) : membersOf(member)
    for (const inner of members) {
      const agent = this.due(inner)
      if (agent !== null) return agent
    }
    return null
  }

  /** An agent's turn is over with an answer that calls nothing. */
  private dueIn(root: Agent): Agent | null {
    const { rows } = this.session.units
    const units = this.spoken.get(root) ?? []
    this.last = root
    for (let unit = units.pop(); unit !== undefined; unit = units.pop()) {
      this.left--
      if (rows.callsOf(unit).length === 0) return null
    }
    return dueInTree(this.graph, root, this.session)
  }

  private dueInLoop({ members, until, max }: Loop): Agent | null {
    for (let round = 0; round < max; round++) {
      const before = this.left
      for (const inner of members) {
        const agent = this.due(inner)
        if (agent !== null) return agent
      }
      // What nobody speaks in goes on for ever.
      if (this.left === before || holds(until, this.session.state)) return null
    }
    return null
  }

  private dueOnRoute({ key, ways, other }: Route): Agent | null {
    const { state } = this.session
    const value = Object.hasOwn(state, key) ? valueKey(state[key]) : null
    const way = ways.find(each => ('is' in each ? valueKey(each.is) === value : holds(each.when, state)))
    const member = way?.member ?? other
    return member ? this.due(member) : null
  }

  private opens(unit: number): boolean {
    const { rows } = this.session.units
    return rows.ownKindOf(unit) === 'user' && !rows.isRewound(unit)
  }
}

/** Whether a condition holds; one that throws does not. */
function holds(condition: Condition | null, state: State): boolean {
  try {
    return condition?.(state) === true
  } catch {
    return false
  }
}

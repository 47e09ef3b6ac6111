import type { Seen } from '../session/seen.ts'
import type { State } from '../session/state.ts'
import { toJson } from '../text/json.ts'
import type { Agent } from './agent.ts'
import { dueInTree } from './due.ts'
import type { Graph } from './graph.ts'
import { type Condition, isAgent, isGroup, type Loop, type Member, membersOf, type Route } from './member.ts'

/** The agent that is to speak next: of a pipeline the first that has not finished its turn. */
export function dueAgent(program: Member, graph: Graph, session: Seen, state: State): Agent | null {
  if (isAgent(program)) return dueInTree(graph, program, session)
  const walk = new Walk(graph, session, state)
  return walk.due(program) ?? walk.last
}

/** Goes through a program as the current turn did. */
class Walk {
  /** The last agent that spoke. */
  last: Agent | null = null
  private readonly graph: Graph
  private readonly session: Seen
  private readonly state: State
  /** Units of the current turn that agents spoke, and nobody was found for yet. */
  private readonly spoken: number[]

  constructor(graph: Graph, session: Seen, state: State) {
    this.graph = graph
    this.session = session
    this.state = state
    const { rows } = session.units
    this.spoken = []
    for (let unit = rows.length - 1; unit >= 0 && !this.opens(unit); unit--)
      if (rows.ownKindOf(unit) === 'model' && !rows.isRewound(unit)) this.spoken.unshift(unit)
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
    this.last = root
    const isOwn = (unit: number): boolean => this.graph.agents.get(rows.authorOf(unit))?.root === root
    for (let index = this.spoken.findIndex(isOwn); index >= 0; index = this.spoken.findIndex(isOwn)) {
      const [unit = 0] = this.spoken.splice(index, 1)
      if (rows.callsOf(unit).length === 0) return null
    }
    return dueInTree(this.graph, root, this.session)
  }

  private dueInLoop({ members, until, max }: Loop): Agent | null {
    for (let round = 0; round < max; round++) {
      const before = this.spoken.length
      for (const inner of members) {
        const agent = this.due(inner)
        if (agent !== null) return agent
      }
      // What nobody speaks in goes on for ever.
      if (this.spoken.length === before || holds(until, this.state)) return null
    }
    return null
  }

  private dueOnRoute({ key, ways, other }: Route): Agent | null {
    const value = Object.hasOwn(this.state, key) ? toJson(this.state[key]) : null
    const way = ways.find(each => ('is' in each ? toJson(each.is) === value : holds(each.when, this.state)))
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

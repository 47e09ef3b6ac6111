import type { Session } from '../session/session.ts'
import type { State } from '../session/state.ts'
import type { StateStep } from '../state/step.ts'
import { viewOf } from '../state/view.ts'
import { valueKey } from '../text/value-key.ts'
import type { Agent } from './agent.ts'
import { dueInTree, goesOn } from './due.ts'
import { firstOf, type Graph } from './graph.ts'
import {
  type Condition,
  type Fallback,
  isAgent,
  isGroup,
  type Loop,
  type MapOver,
  type Member,
  membersOf,
  type Parallel,
  type Route,
} from './member.ts'
import { isEmpty, mayBeOf } from './step-event.ts'
import { type Happened, turnOf } from './turn.ts'

type Roots = ReadonlySet<Agent>

/** The agent that is to speak next: of a pipeline the first that has not finished its turn. */
export function dueAgent(program: Member, graph: Graph, session: Session): Agent | null {
  if (isAgent(program)) return dueInTree(graph, program, session)
  const walk = new Walk(graph, session, turnOf(program, graph, session))
  const first = graph.agents.get(firstOf(graph) ?? '')?.agent ?? null
  return walk.due(program) ?? walk.last ?? first
}

/** Goes through a program as the current turn did: each member takes what happened in it, oldest first. */
class Walk {
  /** The last agent that spoke. */
  last: Agent | null = null
  private readonly graph: Graph
  private readonly session: Session
  private readonly turn: readonly Happened[]
  /** Places in the turn that a member was found for. */
  private readonly taken = new Set<number>()
  /** The place in the turn from which the next member looks. */
  private place = 0
  /** Those who speak at the same time, on other branches. */
  private beside: Roots = new Set()
  /** Whether somebody speaks only once the member that is looked at has failed. */
  private isSpare: (root: Agent) => boolean = () => false

  constructor(graph: Graph, session: Session, turn: readonly Happened[]) {
    this.graph = graph
    this.session = session
    this.turn = turn
  }

  /** The agent of a member that is due; null where the member is done. */
  due(member: Member): Agent | null {
    if (isAgent(member)) return this.dueInTurn(member)
    if (member.kind === 'state') this.pass(member)
    if (!isGroup(member)) return null
    switch (member.kind) {
      case 'pipeline':
        return this.dueInRow(member.members)
      case 'parallel':
        return this.dueInParallel(member)
      case 'loop':
        return this.dueInLoop(member)
      case 'route':
        return this.dueOnRoute(member)
      case 'fallback':
        return this.dueInFallback(member)
      case 'mapOver':
        return this.dueInRounds(member)
    }
  }

  /** An agent's turn is over with an answer that calls nothing. */
  private dueInTurn(root: Agent): Agent | null {
    const { rows } = this.session.units
    this.last = root
    let last: number | null = null
    for (let unit = this.take(root); unit !== null; unit = this.take(root)) {
      if (rows.callsOf(unit).length === 0) return null
      last = unit
    }
    return last === null ? root : goesOn(this.graph, root, this.session, last)
  }

  private dueInRow(members: readonly Member[]): Agent | null {
    for (const inner of members) {
      const agent = this.due(inner)
      if (agent !== null) return agent
    }
    return null
  }

  private dueInParallel({ members }: Parallel): Agent | null {
    const { beside } = this
    const roots = (members as readonly Member[]).map(rootsOf)
    const agent = this.dueAtOnce(members as readonly Member[], index => {
      const others = roots.flatMap((each, other) => (other === index ? [] : [...each]))
      this.beside = new Set([...beside, ...others].filter(root => !roots[index]?.has(root)))
    })
    this.beside = beside
    return agent
  }

  private dueInRounds({ key, member }: MapOver): Agent | null {
    const list = keptIn(this.state(), key)
    // Without a list, the round that is asked for says what is missing.
    return this.dueAtOnce({ length: Array.isArray(list) ? list.length : 1, member })
  }

  /** Each begins where all do, and what is behind them where the last of them ended. */
  private dueAtOnce(
    members: readonly Member[] | { readonly length: number; readonly member: Member },
    begin?: (index: number) => void,
  ): Agent | null {
    const start = this.place
    let end = start
    let due: Agent | null = null
    for (let index = 0; index < members.length; index++) {
      const { size } = this.taken
      this.place = start
      begin?.(index)
      const agent = this.due('member' in members ? members.member : (members[index] as Member))
      due ??= agent
      end = Math.max(end, this.place)
      // In rounds to come nobody spoke either.
      if ('member' in members && this.taken.size === size) break
    }
    this.place = end
    return due
  }

  private dueInLoop({ members, until, max }: Loop): Agent | null {
    for (let round = 0; round < max; round++) {
      const { size } = this.taken
      const agent = this.dueInRow(members)
      if (agent !== null) return agent
      // What nobody speaks in goes on for ever.
      if (this.taken.size === size || (until !== null && holds(until, this.state()))) return null
    }
    return null
  }

  private dueOnRoute({ key, ways, other }: Route): Agent | null {
    const state = this.state()
    const value = Object.hasOwn(state, key) ? valueKey(keptIn(state, key)) : null
    const way = ways.find(each => ('is' in each ? valueKey(each.is) === value : holds(each.when, state)))
    const member = way?.member ?? other
    return member ? this.due(member) : null
  }

  /** One that is not done has failed once somebody has spoken who is not in it. */
  private dueInFallback({ members }: Fallback): Agent | null {
    const { isSpare } = this
    const all = members as readonly Member[]
    for (const [index, inner] of all.entries()) {
      const later = new Set(all.slice(index + 1).flatMap(each => [...rootsOf(each)]))
      const own = rootsOf(inner)
      const comesAfter = (root: Agent) => later.has(root) || !own.has(root)
      const isLast = index === all.length - 1
      this.isSpare = isLast ? isSpare : root => isSpare(root) || comesAfter(root)
      const agent = this.due(inner)
      this.isSpare = isSpare
      if (agent === null || isLast) return agent
      const next = this.next('answer')
      if (next?.kind !== 'answer' || !comesAfter(next.root)) return agent
    }
    return null
  }

  /** Takes the next unit of a tree; null where there is none. */
  private take(root: Agent): number | null {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (happened.kind !== 'answer' || this.taken.has(place)) continue
      if (happened.root === root) {
        this.found(place)
        return happened.unit
      }
      if (!this.beside.has(happened.root) && this.isSpare(happened.root)) return null
    }
    return null
  }

  /** Passes the event of a step; there is none where the app changed the state in its own way. */
  private pass(step: StateStep): void {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (this.taken.has(place)) continue
      if (happened.kind === 'step' && mayBeOf(step, happened.delta)) return this.found(place)
      if (happened.kind === 'answer' && !this.beside.has(happened.root)) return
    }
  }

  private found(place: number): void {
    this.taken.add(place)
    this.place = place + 1
  }

  /** What comes next on this branch; of steps only those that change something. */
  private next(kind?: 'answer'): Happened | undefined {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (this.taken.has(place)) continue
      if (happened.kind === 'answer' ? !this.beside.has(happened.root) : !kind && !isEmpty(happened.delta))
        return happened
    }
    return undefined
  }

  /**
   * A condition is asked with the state in which the next answer of the turn was begun, or the state of now where none
   * follows; but before a step that stands behind the condition and ran in between.
   */
  private state(): State {
    return this.session.stateAt(this.next()?.seq ?? this.session.length)
  }
}

/** The roots of the agents in a member. */
function rootsOf(member: Member): Roots {
  if (isAgent(member)) return new Set([member])
  return new Set(isGroup(member) ? membersOf(member).flatMap(inner => [...rootsOf(inner)]) : [])
}

const keptIn = (state: State, key: string) => (Object.hasOwn(state, key) ? (state[key] ?? null) : null)

/** Whether a condition holds, of a state that it cannot change; one that throws does not, and one that has to be awaited. */
function holds(condition: Condition, state: State): boolean {
  try {
    const held: unknown = condition(viewOf(state).state)
    return Boolean(held) && !(held instanceof Promise)
  } catch {
    return false
  }
}

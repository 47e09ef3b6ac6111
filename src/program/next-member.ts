import type { Agent } from '../agent/agent.ts'
import type { Session } from '../session/session.ts'
import type { State } from '../session/state.ts'
import { viewOf } from '../state/view.ts'
import { addAll } from '../text/list.ts'
import { isPromise } from '../text/promise.ts'
import { reasonOf } from '../text/reason.ts'
import { valueKey } from '../text/value-key.ts'
import { describe } from '../validate/describe.ts'
import type { Due, FailedCondition, WhatIsDue } from './due-types.ts'
import { endsTurn } from './ends-turn.ts'
import type { Graph } from './graph.ts'
import {
  type Condition,
  type Fallback,
  isAgent,
  isGroup,
  type Loop,
  type MapOver,
  type Member,
  type Parallel,
  type Route,
} from './member.ts'
import { dueInTree, goesOn } from './next-agent.ts'
import { rootsOf } from './roots-of.ts'
import { type Happened, turnOf } from './turn.ts'
import { TurnCursor } from './turn-cursor.ts'

/** Everything that is next; `withSteps` stops at a step that has not run, else the walk goes on past it. */
export function whatIsDue(program: Member, graph: Graph, session: Session, withSteps: boolean): WhatIsDue {
  const walk = new Walk(graph, session, turnOf(program, graph, session), withSteps)
  const due = isAgent(program) ? walk.dueAlone(program) : walk.due(program)
  const groundless = [...walk.groundless].map(([of, why]) => ({ member: of, why }))
  return { due, failed: walk.failed, groundless, last: walk.last }
}

const nothing: readonly Due[] = []

/** Goes through a program as the current turn did: each member takes what happened in it, oldest first. */
class Walk {
  /** The last agent that spoke. */
  last: Agent | null = null
  readonly failed: FailedCondition[] = []
  readonly groundless = new Map<MapOver | Route, string>()
  private readonly graph: Graph
  private readonly session: Session
  private readonly cursor: TurnCursor
  private readonly withSteps: boolean

  constructor(graph: Graph, session: Session, turn: readonly Happened[], withSteps: boolean) {
    this.graph = graph
    this.session = session
    this.cursor = new TurnCursor(session, turn)
    this.withSteps = withSteps
  }

  /** Returns the next answers and steps of a member; none if the member is done. */
  due(member: Member): readonly Due[] {
    if (isAgent(member)) return this.dueInTurn(member)
    if (member.kind === 'state')
      return this.cursor.pass(member) || !this.withSteps ? nothing : [{ kind: 'step', step: member }]
    if (!isGroup(member)) return nothing
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

  /** The same for a tree of agents that is the whole program: it goes on with whoever has the talk. */
  dueAlone(root: Agent): readonly Due[] {
    const due = this.dueInTurn(root)
    const hasSpoken = this.cursor.found > 0
    return due.length === 0 || hasSpoken
      ? due
      : [{ kind: 'agent', root, agent: dueInTree(this.graph, root, this.session) }]
  }

  /** Whether an agent's turn is over, or who of its tree goes on with it. */
  private dueInTurn(root: Agent): readonly Due[] {
    this.last = root
    let last: number | null = null
    for (let unit = this.cursor.take(root); unit !== null; unit = this.cursor.take(root)) {
      if (endsTurn(this.session, unit)) return nothing
      last = unit
    }
    const agent = last === null ? root : goesOn(this.graph, root, this.session, last)
    return [{ kind: 'agent', root, agent, ...(this.cursor.item && { item: this.cursor.item.index }) }]
  }

  private dueInRow(members: readonly Member[]): readonly Due[] {
    for (const inner of members) {
      const due = this.due(inner)
      if (due.length > 0) return due
    }
    return nothing
  }

  private dueInParallel({ members }: Parallel): readonly Due[] {
    const { beside } = this.cursor
    const roots = (members as readonly Member[]).map(rootsOf)
    const due = this.dueAtOnce(members.length, index => {
      const others = roots.flatMap((each, other) => (other === index ? [] : [...each]))
      this.cursor.beside = new Set([...beside, ...others].filter(root => !roots[index]?.has(root)))
      return this.due(members[index] as Member)
    })
    this.cursor.beside = beside
    return due
  }

  private dueInRounds(map: MapOver): readonly Due[] {
    const { key, member } = map
    const { item } = this.cursor
    const list = keptIn(this.state(), key)
    if (!Array.isArray(list))
      this.groundless.set(map, `'${key}' is ${describe(list)} and not a list, so it runs once`)
    // Without a list, the round that is asked for says what is missing.
    const roots = rootsOf(member)
    const dueIn = (index: number): readonly Due[] => {
      this.cursor.item = { index }
      return this.due(member)
    }
    // A caller that only wants the first one need not walk a long list in which nobody else has spoken.
    const isOver = (start: number): boolean => !this.withSteps && !this.cursor.hasLeft(roots, start)
    const due = this.dueAtOnce(Array.isArray(list) ? list.length : 1, dueIn, isOver)
    this.cursor.item = item
    return due
  }

  /** Each begins where all do, and what is behind them where the last of them ended. */
  private dueAtOnce(
    rounds: number,
    dueIn: (index: number) => readonly Due[],
    isOver: (start: number) => boolean = () => false,
  ): readonly Due[] {
    const start = this.cursor.place
    let end = start
    const due: Due[] = []
    for (let index = 0; index < rounds; index++) {
      this.cursor.place = start
      addAll(due, dueIn(index))
      end = Math.max(end, this.cursor.place)
      if (due.length > 0 && isOver(start)) break
    }
    this.cursor.place = end
    return due
  }

  private dueInLoop(loop: Loop): readonly Due[] {
    const { members, until, max } = loop
    for (let round = 0; round < max; round++) {
      const { found } = this.cursor
      const due = this.dueInRow(members)
      if (due.length > 0) return due
      // A loop in which nobody speaks would go on for ever.
      if (this.cursor.found === found || (until !== null && this.holds(loop, until, this.state())))
        return nothing
    }
    return nothing
  }

  private dueOnRoute(route: Route): readonly Due[] {
    const { key, ways, other } = route
    if (ways.length === 0 && other === null) this.groundless.set(route, 'it has no branches, so nothing runs')
    const state = this.state()
    const value = Object.hasOwn(state, key) ? valueKey(keptIn(state, key)) : null
    const way = ways.find(each =>
      'is' in each ? valueKey(each.is) === value : this.holds(route, each.when, state),
    )
    const member = way?.member ?? other
    return member ? this.due(member) : nothing
  }

  /** Whether a condition holds, of a state that it cannot change; one that fails does not. */
  private holds(member: Loop | Route, condition: Condition, state: State): boolean {
    try {
      const held: unknown = condition(viewOf(state).state)
      if (isPromise(held)) throw new TypeError('it gave a promise: conditions are sync')
      return Boolean(held)
    } catch (error) {
      this.failed.push({ member, condition, why: reasonOf(error) })
      return false
    }
  }

  /** One that is not done has failed once somebody has spoken who is not in it. */
  private dueInFallback({ members }: Fallback): readonly Due[] {
    const { isSpare } = this.cursor
    const all = members as readonly Member[]
    for (const [index, inner] of all.entries()) {
      const later = new Set(all.slice(index + 1).flatMap(each => [...rootsOf(each)]))
      const own = rootsOf(inner)
      const comesAfter = (root: Agent) => later.has(root) || !own.has(root)
      const isLast = index === all.length - 1
      this.cursor.isSpare = isLast ? isSpare : root => isSpare(root) || comesAfter(root)
      const due = this.due(inner)
      this.cursor.isSpare = isSpare
      if (due.length === 0 || isLast) return due
      const next = this.cursor.next('answer')
      if (next?.kind !== 'answer' || !comesAfter(next.root)) return due
    }
    return nothing
  }

  /**
   * A condition is asked with the state in which the next answer of the turn was begun, or the state of now where none
   * follows; but before a step that stands behind the condition and ran in between.
   */
  private state(): State {
    return this.session.stateAt(this.cursor.next()?.seq ?? this.session.length)
  }
}

const keptIn = (state: State, key: string) => (Object.hasOwn(state, key) ? (state[key] ?? null) : null)

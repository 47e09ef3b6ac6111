import type { Session } from '../session/session.ts'
import type { State } from '../session/state.ts'
import type { StateStep } from '../state/step.ts'
import { viewOf } from '../state/view.ts'
import { addAll } from '../text/list.ts'
import { isPromise } from '../text/promise.ts'
import { reasonOf } from '../text/reason.ts'
import { valueKey } from '../text/value-key.ts'
import type { Agent } from './agent.ts'
import { dueInTree, goesOn } from './due.ts'
import type { Due, FailedCondition, WhatIsDue } from './due-types.ts'
import { firstOf, type Graph } from './graph.ts'
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
import { type Roots, rootsOf } from './roots-of.ts'
import { shown } from './shown.ts'
import { isEmpty, mayBeOf } from './step-event.ts'
import { type Happened, turnOf } from './turn.ts'

/** The agent that is to speak next: of a pipeline the first that has not finished its turn. */
export function dueAgent(program: Member, graph: Graph, session: Session): Agent | null {
  if (isAgent(program)) return dueInTree(graph, program, session)
  const { due, last } = whatIsDue(program, graph, session, false)
  const [first] = due
  return (
    (first?.kind === 'agent' ? first.agent : last) ?? graph.agents.get(firstOf(graph) ?? '')?.agent ?? null
  )
}

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
  private readonly withSteps: boolean
  /** The item of a list that is looked at: answers on a branch of another item are not for it. */
  private item: { readonly index: number } | null = null
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

  constructor(graph: Graph, session: Session, turn: readonly Happened[], withSteps: boolean) {
    this.withSteps = withSteps
    this.graph = graph
    this.session = session
    this.turn = turn
  }

  /** What of a member is next; empty where the member is done. */
  due(member: Member): readonly Due[] {
    if (isAgent(member)) return this.dueInTurn(member)
    if (member.kind === 'state')
      return this.pass(member) || !this.withSteps ? nothing : [{ kind: 'step', step: member }]
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
    const hasSpoken = this.taken.size > 0
    return due.length === 0 || hasSpoken
      ? due
      : [{ kind: 'agent', root, agent: dueInTree(this.graph, root, this.session) }]
  }

  /** An agent's turn is over with an answer that calls nothing. */
  private dueInTurn(root: Agent): readonly Due[] {
    const { rows } = this.session.units
    this.last = root
    let last: number | null = null
    for (let unit = this.take(root); unit !== null; unit = this.take(root)) {
      if (rows.callsOf(unit).length === 0) return nothing
      last = unit
    }
    const agent = last === null ? root : goesOn(this.graph, root, this.session, last)
    return [{ kind: 'agent', root, agent, ...(this.item && { item: this.item.index }) }]
  }

  private dueInRow(members: readonly Member[]): readonly Due[] {
    for (const inner of members) {
      const due = this.due(inner)
      if (due.length > 0) return due
    }
    return nothing
  }

  private dueInParallel({ members }: Parallel): readonly Due[] {
    const { beside } = this
    const roots = (members as readonly Member[]).map(rootsOf)
    const due = this.dueAtOnce(members.length, index => {
      const others = roots.flatMap((each, other) => (other === index ? [] : [...each]))
      this.beside = new Set([...beside, ...others].filter(root => !roots[index]?.has(root)))
      return this.due(members[index] as Member)
    })
    this.beside = beside
    return due
  }

  private dueInRounds(map: MapOver): readonly Due[] {
    const { key, member } = map
    const { item } = this
    const list = keptIn(this.state(), key)
    if (!Array.isArray(list))
      this.groundless.set(map, `'${key}' is ${shown(list)} and not a list, so it runs once`)
    // Without a list, the round that is asked for says what is missing.
    const roots = rootsOf(member)
    const dueIn = (index: number): readonly Due[] => {
      this.item = { index }
      return this.due(member)
    }
    // Who only wants the first need not go through a long list of which nobody else has spoken.
    const isOver = (start: number): boolean => !this.withSteps && !this.hasLeft(roots, start)
    const due = this.dueAtOnce(Array.isArray(list) ? list.length : 1, dueIn, isOver)
    this.item = item
    return due
  }

  /** Each begins where all do, and what is behind them where the last of them ended. */
  private dueAtOnce(
    rounds: number,
    dueIn: (index: number) => readonly Due[],
    isOver: (start: number) => boolean = () => false,
  ): readonly Due[] {
    const start = this.place
    let end = start
    const due: Due[] = []
    for (let index = 0; index < rounds; index++) {
      this.place = start
      addAll(due, dueIn(index))
      end = Math.max(end, this.place)
      if (due.length > 0 && isOver(start)) break
    }
    this.place = end
    return due
  }

  private dueInLoop(loop: Loop): readonly Due[] {
    const { members, until, max } = loop
    for (let round = 0; round < max; round++) {
      const { size } = this.taken
      const due = this.dueInRow(members)
      if (due.length > 0) return due
      // What nobody speaks in goes on for ever.
      if (this.taken.size === size || (until !== null && this.holds(loop, until, this.state())))
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
    const { isSpare } = this
    const all = members as readonly Member[]
    for (const [index, inner] of all.entries()) {
      const later = new Set(all.slice(index + 1).flatMap(each => [...rootsOf(each)]))
      const own = rootsOf(inner)
      const comesAfter = (root: Agent) => later.has(root) || !own.has(root)
      const isLast = index === all.length - 1
      this.isSpare = isLast ? isSpare : root => isSpare(root) || comesAfter(root)
      const due = this.due(inner)
      this.isSpare = isSpare
      if (due.length === 0 || isLast) return due
      const next = this.next('answer')
      if (next?.kind !== 'answer' || !comesAfter(next.root)) return due
    }
    return nothing
  }

  /** Takes the next unit of a tree; null where there is none. */
  private take(root: Agent): number | null {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (happened.kind !== 'answer' || this.taken.has(place)) continue
      if (happened.root === root && this.isForItem(happened.unit)) {
        this.found(place)
        return happened.unit
      }
      if (!this.beside.has(happened.root) && this.isSpare(happened.root)) return null
    }
    return null
  }

  /** Whether an answer may be that of the item that is looked at. */
  private isForItem(unit: number): boolean {
    const { item } = this
    if (item === null) return true
    const [, index] = /\.(\d+)$/.exec(this.session.units.rows.branchOf(unit)) ?? []
    return index === undefined || Number(index) === item.index
  }

  /**
   * Passes the event of a step, and says whether the step is done: its event is there, or somebody answered since, so
   * that the app changed the state in its own way.
   */
  private pass(step: StateStep): boolean {
    for (let place = this.place; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (this.taken.has(place)) continue
      if (happened.kind === 'step' && mayBeOf(step, happened.delta)) {
        this.found(place)
        return true
      }
      if (happened.kind === 'answer' && !this.beside.has(happened.root)) return true
    }
    return false
  }

  private found(place: number): void {
    this.taken.add(place)
    this.place = place + 1
  }

  /** Whether somebody of these has an answer from a place on that no member was found for. */
  private hasLeft(roots: Roots, from: number): boolean {
    for (let place = from; place < this.turn.length; place++) {
      const happened = this.turn[place] as Happened
      if (happened.kind === 'answer' && !this.taken.has(place) && roots.has(happened.root)) return true
    }
    return false
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

const keptIn = (state: State, key: string) => (Object.hasOwn(state, key) ? (state[key] ?? null) : null)

import type { Agent } from '../agent/agent.ts'
import type { JsonValue } from '../ir/json.ts'
import type { Keys } from '../session/keys.ts'
import type { Session } from '../session/session.ts'
import type { State } from '../session/state.ts'
import type { StateStep } from '../state/step.ts'
import { viewOf } from '../state/view.ts'
import { addAll } from '../text/list.ts'
import { isPromise } from '../text/promise.ts'
import { reasonOf } from '../text/reason.ts'
import { valueKey } from '../text/value-key.ts'
import { describe } from '../validate/describe.ts'
import { answerValue, collectStep } from './collect-step.ts'
import type { Due, FailedCondition } from './due-types.ts'
import { endsTurn } from './ends-turn.ts'
import type { Graph } from './graph.ts'
import type { Conversation } from './invocation.ts'
import type { Condition, Fallback, Loop, MapOver, Member, Parallel, Pipeline, Route, Tap } from './member.ts'
import { dueInTree, goesOn } from './next-agent.ts'
import { placeOfMember } from './path-of.ts'
import type { Answer } from './turn.ts'
import type { TurnCursor } from './turn-cursor.ts'
import { rootsOf, type Visitor, visit } from './walk.ts'

const nothing: readonly Due[] = []

/** Options of a walk. */
export interface WalkOptions extends Conversation {
  /** Whether the walk stops at a step that has not run; otherwise it continues past the step. */
  readonly withSteps: boolean
}

/** Inputs of a walk. */
interface WalkInput {
  readonly program: Member
  readonly graph: Graph
  readonly session: Session
  readonly cursor: TurnCursor
  readonly options: WalkOptions
}

/**
 * Replays the current turn through a program: each member takes its own events, oldest first. Each method returns the
 * next answers and steps of a member; none if the member is done.
 */
export class Walk implements Visitor<readonly Due[]> {
  /** The agent that spoke last. */
  last: Agent | null = null
  readonly failed: FailedCondition[] = []
  readonly groundless = new Map<MapOver | Route, string>()
  /** Units of members of a fallback that failed. */
  readonly abandoned = new Set<number>()
  private readonly program: Member
  private readonly graph: Graph
  private readonly session: Session
  readonly cursor: TurnCursor
  private readonly withSteps: boolean
  /** Whether a runner runs the program: it marks the taps that have looked. */
  private readonly isRun: boolean

  constructor({ program, graph, session, cursor, options: { withSteps, isRun } }: WalkInput) {
    this.program = program
    this.graph = graph
    this.session = session
    this.cursor = cursor
    this.withSteps = withSteps
    this.isRun = isRun
  }

  due(member: Member): readonly Due[] {
    return visit<readonly Due[]>(this, member)
  }

  /**
   * Returns the next answer if the program is one tree of agents. In the turn from `from`, the agent that holds the
   * conversation is next.
   */
  alone(root: Agent, at: Pick<Conversation, 'from' | 'conversation'>): readonly Due[] {
    const due = this.agent(root)
    const hasSpoken = this.cursor.found.length > 0
    return due.length === 0 || hasSpoken
      ? due
      : [{ kind: 'agent', root, agent: dueInTree(this.graph, root, this.session, at) }]
  }

  /** Returns nothing if the agent's turn is over; otherwise the agent of its tree that continues it. */
  agent(root: Agent): readonly Due[] {
    this.last = root
    let last: number | null = null
    for (let taken = this.cursor.take(root); taken !== null; taken = this.cursor.take(root)) {
      if (taken.kind === 'failure') return [taken]
      if (endsTurn(this.session, taken.unit)) return nothing
      last = taken.unit
    }
    const agent = last === null ? root : goesOn(this.graph, root, this.session, last)
    const { item } = this.cursor
    return [{ kind: 'agent', root, agent, ...(item && { item: item.index, set: item.set }) }]
  }

  state(step: StateStep): readonly Due[] {
    return this.cursor.pass(step) || !this.withSteps ? nothing : [{ kind: 'step', step }]
  }

  tap(tap: Tap): readonly Due[] {
    if (!this.withSteps || !this.isRun) return nothing
    const place = placeOfMember(this.program, tap)
    return this.cursor.passTap(place) ? nothing : [{ kind: 'tap', tap, place }]
  }

  pipeline({ members }: Pipeline): readonly Due[] {
    return this.row(members)
  }

  private row(members: readonly Member[]): readonly Due[] {
    for (const inner of members) {
      const due = this.due(inner)
      if (due.length > 0) return due
    }
    return nothing
  }

  parallel({ members }: Parallel): readonly Due[] {
    const { beside } = this.cursor
    const roots = members.map(rootsOf)
    const due = this.atOnce(members.length, index => {
      const others = roots.flatMap((each, other) => (other === index ? [] : [...each]))
      this.cursor.beside = new Set([...beside, ...others].filter(root => !roots[index]?.has(root)))
      return this.due(members[index] as Member)
    })
    this.cursor.beside = beside
    return due
  }

  mapOver(map: MapOver): readonly Due[] {
    const { key, member } = map
    const { item } = this.cursor
    const list = keptIn(this.stateHere(), key)
    if (!Array.isArray(list))
      this.groundless.set(map, `'${key}' is ${describe(list)} and not a list, so it runs once`)
    // Without a list, there is one round, whose request reports the missing list.
    const roots = rootsOf(member)
    const isList = Array.isArray(list)
    const { from } = this.cursor
    const answers: (Answer | undefined)[] = []
    const dueIn = (index: number): readonly Due[] => {
      this.cursor.item = { index, set: isList ? { [map.item]: list[index] as JsonValue } : {} }
      const found = this.cursor.found.length
      const due = this.due(member)
      answers[index] = this.cursor.found.slice(found).findLast(each => each.kind === 'answer')
      return due
    }
    // A caller that needs only the first agent need not walk a long list in which no further agent has spoken.
    const isOver = (start: number): boolean => !this.withSteps && !this.cursor.hasLeft(roots, start)
    const due = this.atOnce(isList ? list.length : 1, dueIn, isOver)
    this.cursor.item = item
    if (due.length > 0 || !this.withSteps || !isList) return due
    const isCollected = (this.keysHere().get(map.into)?.seq ?? -1) >= (answers[0]?.end ?? from)
    return isCollected
      ? nothing
      : [
          {
            kind: 'step',
            step: collectStep(map, () =>
              answers.map(answer => answerValue(this.session, this.graph, answer)),
            ),
          },
        ]
  }

  /** Replays members from a common start; the next member continues where the last of them ended. */
  private atOnce(
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
    // If one member failed, no other continues.
    const failure = due.find(({ kind }) => kind === 'failure')
    return failure === undefined ? due : [failure]
  }

  loop(loop: Loop): readonly Due[] {
    const { members, until, max } = loop
    for (let round = 0; round < max; round++) {
      const found = this.cursor.found.length
      const due = this.row(members)
      if (due.length > 0) return due
      // If a round took no events of the turn, no further round would either.
      if (this.cursor.found.length === found || (until !== null && this.holds(loop, until, this.stateHere())))
        return nothing
    }
    return nothing
  }

  route(route: Route): readonly Due[] {
    const { key, ways, other } = route
    if (ways.length === 0 && other === null) this.groundless.set(route, 'it has no branches, so nothing runs')
    const state = this.stateHere()
    const value = Object.hasOwn(state, key) ? valueKey(keptIn(state, key)) : null
    const way = ways.find(each =>
      'is' in each ? valueKey(each.is) === value : this.holds(route, each.when, state),
    )
    const member = way?.member ?? other
    return member ? this.due(member) : nothing
  }

  /** Whether a condition is true for a read-only view of the state; a condition that fails counts as false. */
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

  /** A member has failed if a runner recorded it or, while it is not done, once an agent outside it has spoken. */
  fallback({ members }: Fallback): readonly Due[] {
    const { isSpare } = this.cursor
    for (const [index, inner] of members.entries()) {
      const later = new Set(members.slice(index + 1).flatMap(each => [...rootsOf(each)]))
      const own = rootsOf(inner)
      const comesAfter = (root: Agent) => later.has(root) || !own.has(root)
      const isLast = index === members.length - 1
      this.cursor.isSpare = isLast ? isSpare : root => isSpare(root) || comesAfter(root)
      const found = this.cursor.found.length
      const due = this.due(inner)
      this.cursor.isSpare = isSpare
      if (due.length === 0 || isLast) return due
      if (due[0]?.kind === 'failure') {
        for (const each of this.cursor.found.slice(found))
          if (each.kind === 'answer') for (const unit of each.units) this.abandoned.add(unit)
        continue
      }
      const next = this.cursor.next('answer')
      if (next === undefined || !('root' in next) || !comesAfter(next.root)) return due
    }
    return nothing
  }

  /**
   * Returns the state that conditions see: as it was when the next answer of the turn began, or before a later step
   * if that ran first. Without either, it is the current state.
   */
  private stateHere(): State {
    return this.session.stateAt(this.placeHere())
  }

  private keysHere(): Keys {
    return this.session.keysAt(this.placeHere())
  }

  private placeHere(): number {
    return this.cursor.next()?.seq ?? this.session.length
  }
}

const keptIn = (state: State, key: string) => (Object.hasOwn(state, key) ? (state[key] ?? null) : null)

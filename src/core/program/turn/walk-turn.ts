import type { Agent } from '../../agent/agent.ts'
import { assertSync } from '../../form/gave.ts'
import type { StateScope } from '../../ir/state-scope.ts'
import type { Keys } from '../../session/keys.ts'
import type { Session } from '../../session/session.ts'
import type { State } from '../../session/state.ts'
import { isRelated } from '../../session/view/branch.ts'
import { keysInScopes } from '../../session/view/scoped-keys.ts'
import type { StateStep } from '../../state/step.ts'
import { readRecordingView } from '../../state/view.ts'
import { valueKey } from '../../text/equal.ts'
import { reasonOf } from '../../text/reason.ts'
import { branchFor, trunk } from '../branch-pattern.ts'
import type { Graph } from '../graph.ts'
import type { Condition, Fallback, Loop, MapOver, Member, Parallel, Pipeline, Route, Tap } from '../member.ts'
import { placeOfMember } from '../path-of.ts'
import { rootsOf, type Visitor, visit } from '../walk.ts'
import { dueInMapOver, dueInParallel } from './due-apart.ts'
import type { Due, DuePlace, FailedCondition } from './due-types.ts'
import { endsTurn } from './ends-turn.ts'
import type { WalkedConversation } from './invocation.ts'
import { continuingAgent, nextAnswerInTree } from './next-agent.ts'
import type { Happened } from './turn.ts'
import type { TurnCursor } from './turn-cursor.ts'
import type { Walker } from './walker.ts'

const nothing: readonly Due[] = []

/** Options of a walk. */
export interface WalkOptions extends WalkedConversation {
  /** Whether the walk stops at a step that has not been applied; otherwise, it continues after the step. */
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
 * Replays the current turn through a program: each member takes the entries that belong to it, oldest first. Each
 * method returns the answers and steps that are next in a member; none if the member is done.
 */
export class TurnWalk implements Visitor<readonly Due[]>, Walker {
  /** The agent that spoke last. */
  last: Agent | null = null
  readonly failed: FailedCondition[] = []
  readonly groundless = new Map<MapOver | Route, string>()
  /** Units of members that failed in a fallback, or that another member of their group was faster than. */
  readonly abandoned = new Set<number>()
  /** Scopes of the groups around the current member, outermost first. */
  private scopes: readonly StateScope[] = []
  readonly graph: Graph
  readonly session: Session
  readonly cursor: TurnCursor
  readonly withSteps: boolean
  readonly isRun: boolean
  private readonly program: Member

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
   * Returns the next answer for a program that is one tree of agents: the answer of the agent that currently has the
   * conversation. The turn begins at `from`.
   */
  answerOfTree(root: Agent, at: Pick<WalkedConversation, 'from' | 'conversation'>): readonly Due[] {
    const due = this.agent(root)
    const hasSpoken = this.cursor.found.length > 0
    return due.length === 0 || hasSpoken
      ? due
      : [
          {
            kind: 'agent',
            root,
            agent: nextAnswerInTree(this.graph, root, this.session, at),
            ...this.placeHere,
          },
        ]
  }

  /** Returns the agent of the tree that continues the turn; nothing if the tree's turn is over. */
  agent(root: Agent): readonly Due[] {
    this.last = root
    let last: number | null = null
    for (let taken = this.cursor.takeAnswer(root); taken !== null; taken = this.cursor.takeAnswer(root)) {
      if (taken.kind === 'failure') return [{ kind: 'failure', who: `'${taken.agent}'`, why: taken.why }]
      if (endsTurn(this.session, taken.unit)) return nothing
      last = taken.unit
    }
    const agent = last === null ? root : continuingAgent(this.graph, root, this.session, last)
    return [{ kind: 'agent', root, agent, ...this.placeOfAgent(agent) }]
  }

  /** Returns the place of an agent. If an agent occurs at several places, its branch is that of the first place. */
  private placeOfAgent({ name }: Agent): DuePlace & { readonly item?: number } {
    const indices = this.cursor.item?.indices ?? []
    const branch = branchFor(this.graph.agents.get(name) ?? trunk, indices)
    const scopes = this.scopes.every(scope => isRelated(scope.branch, branch)) ? this.scopes : []
    const item = indices.at(-1)
    return { branch, scopes, ...(item !== undefined && { item }) }
  }

  /** Branch and scopes of the current member. */
  get placeHere(): DuePlace {
    return { branch: this.cursor.branch, scopes: this.scopes }
  }

  state(step: StateStep): readonly Due[] {
    const failure = this.failureOf(step, `S.${step.name}`)
    if (failure.length > 0) return failure
    const isOver = this.cursor.passStep(step) || !this.withSteps
    return isOver ? nothing : [{ kind: 'step', step, ...this.placeHere }]
  }

  private failureOf(member: Member, name: string): readonly Due[] {
    if (!this.cursor.hasFailedSteps) return nothing
    const place = this.placeOf(member)
    const failure = this.cursor.takeFailure(place)
    return failure === null ? nothing : [{ kind: 'failure', who: `${name} at ${place}`, why: failure.why }]
  }

  tap(tap: Tap): readonly Due[] {
    if (!this.withSteps || !this.isRun) return nothing
    const failure = this.failureOf(tap, 'the tap')
    if (failure.length > 0) return failure
    const place = this.placeOf(tap)
    return this.cursor.passTap(place) ? nothing : [{ kind: 'tap', tap, place, ...this.placeHere }]
  }

  pipeline({ members }: Pipeline): readonly Due[] {
    return this.dueInOrder(members)
  }

  private dueInOrder(members: readonly Member[]): readonly Due[] {
    for (const inner of members) {
      const due = this.due(inner)
      if (due.length > 0) return due
    }
    return nothing
  }

  parallel(group: Parallel): readonly Due[] {
    return dueInParallel(this, group)
  }

  mapOver(map: MapOver): readonly Due[] {
    return dueInMapOver(this, map)
  }

  /** Returns the next steps in a member that runs on its own branch, with the member's own state scope. */
  dueIn(member: Member, scope: StateScope): readonly Due[] {
    const { scopes } = this
    const { branch } = this.cursor
    this.scopes = [...scopes, scope]
    this.cursor.branch = scope.branch
    const due = this.due(member)
    this.scopes = scopes
    this.cursor.branch = branch
    return due
  }

  loop(loop: Loop): readonly Due[] {
    const { members, until, max } = loop
    for (let round = 0; round < max; round++) {
      const found = this.cursor.found.length
      const due = this.dueInOrder(members)
      if (due.length > 0) return due
      // If one round of a loop matched no entry of the turn, further rounds would not match any either.
      if (
        this.cursor.found.length === found ||
        (until !== null && this.isConditionMet(loop, until, this.stateHere()))
      )
        return nothing
    }
    return nothing
  }

  route(route: Route): readonly Due[] {
    const { key, ways, other } = route
    if (ways.length === 0 && other === null)
      this.groundless.set(route, 'the route has no branches, so nothing runs')
    const state = this.stateHere()
    const value = Object.hasOwn(state, key) ? valueKey(keptIn(state, key)) : null
    const way = ways.find(each =>
      'is' in each ? valueKey(each.is) === value : this.isConditionMet(route, each.when, state),
    )
    const member = way?.member ?? other
    return member ? this.due(member) : nothing
  }

  /** Whether a condition is true for a read-only view of the state; a condition that fails counts as false. */
  private isConditionMet(member: Loop | Route, condition: Condition, state: State): boolean {
    try {
      const held: unknown = condition(readRecordingView(state).state)
      assertSync(held, 'conditions')
      return Boolean(held)
    } catch (error) {
      this.failed.push({ member, condition, why: reasonOf(error) })
      return false
    }
  }

  /**
   * Returns the next steps of the first member that has not failed. A member has failed if a runner recorded its
   * failure, or if an agent outside the member spoke before the member was done.
   */
  fallback({ members }: Fallback): readonly Due[] {
    const { isSpare } = this.cursor
    for (const [index, inner] of members.entries()) {
      const later = new Set(members.slice(index + 1).flatMap(each => [...rootsOf(each)]))
      const own = rootsOf(inner)
      const belongsToLaterMember = (root: Agent) => later.has(root) || !own.has(root)
      const isLast = index === members.length - 1
      this.cursor.isSpare = isLast ? isSpare : root => isSpare(root) || belongsToLaterMember(root)
      const found = this.cursor.found.length
      const due = this.due(inner)
      this.cursor.isSpare = isSpare
      if (due.length === 0 || isLast) return due
      if (due[0]?.kind === 'failure') {
        this.abandon(this.cursor.found.slice(found))
        continue
      }
      const next = this.cursor.nextEntryOnBranch('answer')
      if (next === undefined || !('root' in next) || !belongsToLaterMember(next.root)) return due
    }
    return nothing
  }

  abandon(found: readonly Happened[]): void {
    for (const each of found)
      if (each.kind === 'answer') for (const unit of each.units) this.abandoned.add(unit)
  }

  placeOf(member: Member): string {
    return placeOfMember(this.program, member)
  }

  /**
   * Returns the state on which conditions are checked: the state just before the next answer or step of the turn. If
   * there is no further entry, returns the current state.
   */
  private stateHere(): State {
    return this.scopes.length === 0 ? this.session.stateAt(this.eventHere()) : this.keysHere().toState()
  }

  keysHere(): Keys {
    return keysInScopes(this.session, this.scopes, this.eventHere())
  }

  private eventHere(): number {
    return this.cursor.nextEntryOnBranch()?.seq ?? this.cursor.endSeq ?? this.session.length
  }
}

const keptIn = (state: State, key: string) => (Object.hasOwn(state, key) ? (state[key] ?? null) : null)

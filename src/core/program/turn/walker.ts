import type { Agent } from '../../agent/agent.ts'
import type { StateScope } from '../../ir/state-scope.ts'
import type { Keys } from '../../session/keys.ts'
import type { Session } from '../../session/session.ts'
import type { Graph } from '../graph.ts'
import type { MapOver, Member, Route } from '../member.ts'
import type { Due, DuePlace, FailedCondition } from './due-types.ts'
import type { Happened } from './turn.ts'
import type { TurnCursor } from './turn-cursor.ts'

/** Walk through a program, with the methods by which a group walks its members. */
export interface Walker {
  readonly graph: Graph
  readonly session: Session
  readonly cursor: TurnCursor
  /** Whether the walk stops at a step that has not been applied; otherwise, it continues after the step. */
  readonly withSteps: boolean
  /** Whether a runner runs the program. Only a runner marks in the log which taps were called, and which members won. */
  readonly isRun: boolean
  /** The agent that spoke last. */
  last: Agent | null
  readonly failed: FailedCondition[]
  /** Members whose input is invalid, with the reason. */
  readonly groundless: Map<MapOver | Route, string>
  /** Branch and scopes of the current member. */
  readonly placeHere: DuePlace
  /** Returns the keys of the state when the next event of the turn was appended. */
  keysHere(): Keys
  /** Returns the next steps in a member that runs on its own branch, with the member's own state scope. */
  dueIn(member: Member, scope: StateScope): readonly Due[]
  /** Returns the path of a member in the program. */
  placeOf(member: Member): string
  /** Records that the calls of some answers are no longer run, because other members continue or have ended the group. */
  abandon(found: readonly Happened[]): void
}

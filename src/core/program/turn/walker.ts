import type { StateScope } from '../../ir/state-scope.ts'
import type { Keys } from '../../session/keys.ts'
import type { Session } from '../../session/session.ts'
import type { Graph } from '../graph.ts'
import type { MapOver, Member, Route } from '../member.ts'
import type { Due, DuePlace } from './due-types.ts'
import type { TurnCursor } from './turn-cursor.ts'

/** Walk through a program, with the methods by which a group walks its members. */
export interface Walker {
  readonly graph: Graph
  readonly session: Session
  readonly cursor: TurnCursor
  /** Whether the walk stops at a step that has not been applied; otherwise, it continues after the step. */
  readonly withSteps: boolean
  /** Members whose input is invalid, with the reason. */
  readonly groundless: Map<MapOver | Route, string>
  /** Branch and scopes of the current member. */
  readonly placeHere: DuePlace
  /** Returns the keys of the state when the next event of the turn was appended. */
  keysHere(): Keys
  /** Returns the next steps in a member that runs on its own branch, with the member's own state scope. */
  dueIn(member: Member, scope: StateScope): readonly Due[]
}

import type { StateScope } from '../../ir/state-scope.ts'
import type { Keys } from '../../session/keys.ts'
import type { Session } from '../../session/session.ts'
import type { Graph } from '../graph.ts'
import type { MapOver, Member, Route } from '../member.ts'
import type { Due, DuePlace } from './due-types.ts'
import type { TurnCursor } from './turn-cursor.ts'

/** Walk through a program, as a group needs it to walk its members. */
export interface Walker {
  readonly graph: Graph
  readonly session: Session
  readonly cursor: TurnCursor
  /** Whether the walk stops at a step that has not run; otherwise it continues past the step. */
  readonly withSteps: boolean
  /** Members without valid input, with the reason. */
  readonly groundless: Map<MapOver | Route, string>
  /** Branch and scopes of the current member. */
  readonly placeHere: DuePlace
  /** Returns the keys as they were when the next event of the turn began. */
  keysHere(): Keys
  /** Returns the next steps in a member that runs apart from others, in a scope of its own. */
  dueIn(member: Member, scope: StateScope): readonly Due[]
}

import type { Agent } from '../../agent/agent.ts'
import type { StateScope } from '../../ir/state-scope.ts'
import type { StateStep } from '../../state/step.ts'
import type { Condition, Loop, MapOver, Route, Tap } from '../member.ts'
import type { TurnAnswer } from './turn.ts'

/** Place at which a program needs something. */
export interface DuePlace {
  readonly branch: string
  /** Parts of the log in which only changes on a branch count, outermost group first; none on the trunk. */
  readonly scopes: readonly StateScope[]
}

/** Failure of an agent, a step or a tap that no member answers for. */
export interface FailureDue {
  readonly kind: 'failure'
  /** Name of the agent or step that failed. */
  readonly who: string
  readonly why: string
}

/** Next need of a program: an agent's answer, a step, or the failure that stops the program. */
export type Due =
  | (DuePlace & {
      readonly kind: 'agent'
      readonly agent: Agent
      readonly root: Agent
      /** Index of the item of the innermost `mapOver`. */
      readonly item?: number
    })
  | (DuePlace & { readonly kind: 'step'; readonly step: StateStep })
  | (DuePlace & { readonly kind: 'tap'; readonly tap: Tap; readonly place: string })
  | FailureDue

/** A condition that failed to decide who is next. */
export interface FailedCondition {
  readonly member: Loop | Route
  readonly condition: Condition
  readonly why: string
}

/** A member without valid input: a `mapOver` whose value is not a list, or a route without branches. */
export interface Groundless {
  readonly member: MapOver | Route
  readonly why: string
}

/** Next answers and steps of a program at its present point, and the conditions that failed to decide. */
export interface WhatIsDue {
  readonly due: readonly Due[]
  readonly failed: readonly FailedCondition[]
  /** Members without valid input, each once. */
  readonly groundless: readonly Groundless[]
  /** The agent that spoke last; null if none did. */
  readonly last: Agent | null
  /** The last answer that a member took; null if there is none. */
  readonly answer: TurnAnswer | null
  /** Seq of the first event of the current turn. */
  readonly from: number
  /** Units of members that failed and were replaced by another, whose calls are no longer run. */
  readonly abandoned: ReadonlySet<number>
  /**
   * Seq before which calls are no longer run: they belong to a stopped run, or to a failure before the user's next
   * message.
   */
  readonly closedBefore: number
}

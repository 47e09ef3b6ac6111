import type { Agent } from '../../agent/agent.ts'
import type { StateScope } from '../../ir/state-scope.ts'
import type { StateStep } from '../../state/step.ts'
import type { Condition, Loop, MapOver, Route, Tap } from '../member.ts'
import type { TurnAnswer } from './turn.ts'

/** Branch and state scopes of something that is next in a program. */
export interface DuePlace {
  readonly branch: string
  /**
   * Parts of the log in which only changes on one branch count, one for each group of parallel members around the
   * place, outermost first. Empty on the trunk.
   */
  readonly scopes: readonly StateScope[]
}

/** Failure of an agent, a step or a tap, if no other member of a fallback can run instead. */
export interface FailureDue {
  readonly kind: 'failure'
  /** Name of the agent or step that failed. */
  readonly who: string
  readonly why: string
}

/** Member of a `parallel` that ended with an answer before the others, and that no runner has recorded yet. */
export interface WonDue extends DuePlace {
  readonly kind: 'won'
  /** Place of the group in the program. */
  readonly place: string
  /** Index of the member in its group. */
  readonly member: number
}

/** Next need of a program: an agent's answer, a step, or the failure that stops the program. */
export type Due =
  | (DuePlace & {
      readonly kind: 'agent'
      readonly agent: Agent
      readonly root: Agent
      /** Index of the current item in the innermost `mapOver`. */
      readonly item?: number
    })
  | (DuePlace & { readonly kind: 'step'; readonly step: StateStep })
  | (DuePlace & { readonly kind: 'tap'; readonly tap: Tap; readonly place: string })
  | WonDue
  | FailureDue

/** Condition that failed, so that the next member cannot be determined. */
export interface FailedCondition {
  readonly member: Loop | Route
  readonly condition: Condition
  readonly why: string
}

/** Member whose input is invalid: a `mapOver` whose value is not a list, or a route without branches. */
export interface Groundless {
  readonly member: MapOver | Route
  readonly why: string
}

/** Answers and steps that are next in a program, and the conditions that failed. */
export interface WhatIsDue {
  readonly due: readonly Due[]
  readonly failed: readonly FailedCondition[]
  /** Members whose input is invalid, without repeats. */
  readonly groundless: readonly Groundless[]
  /** Agent that spoke last; null if no agent spoke. */
  readonly last: Agent | null
  /** Last answer that was attributed to a member; null if there is none. */
  readonly answer: TurnAnswer | null
  /** Seq of the first event of the current turn. */
  readonly from: number
  /** Units of failed members that another member replaced; calls in these units are no longer run. */
  readonly abandoned: ReadonlySet<number>
  /**
   * Seq before which calls are no longer run, because their run was stopped, or because a member failed before the
   * user's next message.
   */
  readonly closedBefore: number
}

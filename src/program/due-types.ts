import type { Agent } from '../agent/agent.ts'
import type { StateStep } from '../state/step.ts'
import type { Condition, Loop, MapOver, Route } from './member.ts'
import type { Failure } from './turn.ts'

/** Next need of a program: an agent's answer, or a step; or the failure that keeps it from going on. */
export type Due =
  | { readonly kind: 'agent'; readonly agent: Agent; readonly root: Agent; readonly item?: number }
  | { readonly kind: 'step'; readonly step: StateStep }
  | Failure

/** A condition that could not say who is next. */
export interface FailedCondition {
  readonly member: Loop | Route
  readonly condition: Condition
  readonly why: string
}

/** A member that has nothing to go by: a list that is none, or no branches. */
export interface Groundless {
  readonly member: MapOver | Route
  readonly why: string
}

/** Next answers and steps of a program as far as it ran, and the conditions that failed to decide. */
export interface WhatIsDue {
  readonly due: readonly Due[]
  readonly failed: readonly FailedCondition[]
  /** Members that have nothing to go by, each once. */
  readonly groundless: readonly Groundless[]
  /** The agent that spoke last; null where none did. */
  readonly last: Agent | null
  /** Seq of the first event of the current turn. */
  readonly from: number
  /** Units of members that failed and were replaced by another: their calls are not run any more. */
  readonly abandoned: ReadonlySet<number>
  /** Calls of earlier events belong to what was stopped, or failed before the user spoke again. */
  readonly closedBefore: number
}

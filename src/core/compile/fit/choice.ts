import type { ResolvedAgent } from '../../agent/resolved.ts'
import type { PolicySelection } from '../../context/selection/selection.ts'
import type { Wants } from '../../ir/wants.ts'
import type { Room } from '../contract/room.ts'
import type { Sizing } from '../contract/sizing.ts'
import type { Earlier } from './earlier.ts'
import type { Frame, Supplementary, Window } from './window.ts'

/** The part of the history that is sent, and the decisions behind it. */
export interface History extends Window {
  /** Whether the required units fit. */
  readonly fits: boolean
  /** Cause for which the history is shorter than planned, as in a `Decision`; null if it has the planned length. */
  readonly cause: string | null
  readonly required: ReadonlySet<number>
  /** Sequence number of an event; reasoning from before this event is dropped. */
  readonly reasoningFrom: number
  /** Whether all reasoning is dropped because content before it changed. */
  readonly dropsReasoning: boolean
  /** Ordinal of a unit; units before it are compacted if their clause allows it. */
  readonly compactBefore: number
  readonly supplementary: Supplementary
  /** First unit of each clause of the policy, as limited by its `atMost`. */
  readonly limits: readonly number[]
}

/** Inputs of choosing a history. */
export interface Choice
  extends Omit<Frame, 'required' | 'carried' | 'reasoningFrom' | 'compactBefore' | 'supplementary'> {
  /** Selection of the agent's policy; null for an agent without one. */
  readonly selection: PolicySelection | null
  /** Room for the units, the tool declarations they need, and the ends of the history. */
  readonly room: Room
  /** Share of the room that a trim leaves in use, from 0 to 1. */
  readonly low: number
  readonly sizing: Sizing
  readonly earlier: Earlier | null
  /** First unit of each clause of the policy, as limited by its `atMost`. The selection applies this limit. */
  readonly limits: readonly number[]
  /** Collects requests for effects. */
  readonly wants: Wants
  readonly agent: ResolvedAgent
}

/** Inputs of choosing a history before clauses are limited. A clause limit may hide the provider's compaction. */
export type Unlimited = Omit<Choice, 'limits' | 'floor'>

import type { ResolvedAgent } from '../../agent/resolved.ts'
import type { PolicySelection } from '../../context/selection/selection.ts'
import type { LossReason } from '../../ir/loss.ts'
import type { Wants } from '../../ir/wants.ts'
import type { HeadChange } from '../contract/core-input.ts'
import type { Room } from '../contract/room.ts'
import type { Sizing } from '../contract/sizing.ts'
import type { Earlier } from './earlier.ts'
import type { Floor } from './provider-compaction.ts'
import type { ReplacedUnits } from './said-again.ts'
import type { Frame, Supplementary, Window } from './window.ts'

/** Part of the history that is sent, and the decisions that led to it. */
export interface History extends Window {
  /** Whether the units that must be sent fit into the room. */
  readonly fits: boolean
  /**
   * Cause for which the history is shorter than planned, as in a `Decision`; null if the history has the planned
   * length.
   */
  readonly cause: string | null
  readonly required: ReadonlySet<number>
  /** Sequence number of an event. Reasoning from before this event is dropped. */
  readonly reasoningFrom: number
  /** Reason for which reasoning that was planned to be sent is dropped; null if none is. */
  readonly lostTo: LossReason | null
  /** Ordinal of a conversation unit. Earlier units are compacted if their clause allows it. */
  readonly compactBefore: number
  readonly supplementary: Supplementary
  /** First conversation unit within the `atMost` of each clause of the policy. */
  readonly limits: readonly number[]
}

/** Inputs for choosing a history. */
export interface Choice
  extends Omit<Frame, 'required' | 'carried' | 'reasoningFrom' | 'compactBefore' | 'supplementary'> {
  /** Units that the agent's policy selects; null for an agent without a policy. */
  readonly selection: PolicySelection | null
  /**
   * Room (tokens and other limits) for the units, for the tool declarations that they need, and for additions at the
   * start and the end of the history.
   */
  readonly room: Room
  /** Share of the room that a trim leaves in use, from 0 to 1. */
  readonly low: number
  readonly sizing: Sizing
  readonly earlier: Earlier | null
  /** Newest change of the declarations before the history that the session records; null if it records none. */
  readonly headChange: HeadChange | null
  /** The provider's compaction that the earlier request sent; null if it sent none. */
  readonly sentFloor: Floor | null
  /** First conversation unit within the `atMost` of each clause of the policy. The selection applies these limits. */
  readonly limits: readonly number[]
  /** Collector of requests for work by handlers (effects). */
  readonly wants: Wants
  readonly agent: ResolvedAgent
  /** Units that a compaction on demand may replace without keeping them. */
  readonly replaced: ReplacedUnits
}

/**
 * Inputs for choosing a history before clauses are limited by their `atMost`. The limit of a clause may hide the
 * provider's compaction.
 */
export type Unlimited = Omit<Choice, 'limits' | 'floor'>

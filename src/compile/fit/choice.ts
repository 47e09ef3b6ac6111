import type { ResolvedAgent } from '../../agent/resolved.ts'
import type { Selection } from '../../context/selection/selection.ts'
import type { Wants } from '../../ir/wants.ts'
import type { Room } from '../contract/room.ts'
import type { Sizing } from '../contract/sizing.ts'
import type { Earlier } from './earlier.ts'
import type { Frame, Supplementary, Window } from './window.ts'

/** The part of the history that goes along. */
export interface History extends Window {
  /** Whether what must be sent fits. */
  readonly fits: boolean
  readonly required: ReadonlySet<number>
  /** Reasoning of earlier events than this one is left out. */
  readonly reasoningFrom: number
  /** Something that reasoning was made behind is not as it was. */
  readonly dropsReasoning: boolean
  /** Ordinal of a unit: earlier units are compacted where they may be. */
  readonly compactBefore: number
  readonly supplementary: Supplementary
  /** By clause of the policy: where it begins, since it may take only so many tokens. */
  readonly limits: readonly number[]
}

/** Inputs of choosing a history. */
export interface Choice
  extends Omit<Frame, 'required' | 'carried' | 'reasoningFrom' | 'compactBefore' | 'supplementary'> {
  /** Selection of the agent's policy; null for an agent without one. */
  readonly selection: Selection | null
  /** For the history and what it brings with it. */
  readonly room: Room
  /** Share of the room that trimming leaves in use, from 0 to 1. */
  readonly low: number
  readonly sizing: Sizing
  readonly earlier: Earlier | null
  /** By clause of the policy: where it begins, since it may take only so many tokens. The selection holds to it. */
  readonly limits: readonly number[]
  /** Asks for what only others can make. */
  readonly wants: Wants
  readonly agent: ResolvedAgent
}

/** Inputs of choosing a history before clauses are limited. */
export type Unlimited = Omit<Choice, 'limits'>

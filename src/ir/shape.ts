import type { Origin } from './origin.ts'
import type { Operation } from './policy.ts'

/** How one unit is shown. */
export interface Shape {
  /** Tells shapes of one unit apart; '' for a unit as it is. */
  readonly key: string
  /** Tells what a policy asks for there from what else it does. */
  readonly rank: number
  /** What is done to it, in this order. */
  readonly operations: readonly Operation[]
  /** Results that are told elsewhere, by the origin of their part, and where. */
  readonly repeated: ReadonlyMap<Origin, Repeat>
}

/** Where a result is told that is not told again. */
export interface Repeat {
  readonly which: 'exact' | 'superseded'
  /** The handle of the result there. */
  readonly handle: string
}

/** A unit as it is. */
export const asItIs: Shape = { key: '', rank: 0, operations: [], repeated: new Map() }

/** What was done to a unit to show it in its shape. */
export type Shaping = 'compacted' | 'truncated' | 'projected' | 'deduplicated' | 'rendered' | 'rewritten'

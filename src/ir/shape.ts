import type { Origin } from './origin.ts'
import type { Operation } from './policy.ts'

/** Form in which one unit is shown. */
export interface Shape {
  /** Tells shapes of one unit apart; '' for a unit as it is. */
  readonly key: string
  /** Tells what a policy asks for there from what else it does. */
  readonly rank: number
  /** Operations applied to it, in this order. */
  readonly operations: readonly Operation[]
  /** Whether it is told as words, between tags that name who said them. */
  readonly asWords: boolean
  /** Results that are told elsewhere, by the origin of their part, and where. */
  readonly repeated: ReadonlyMap<Origin, Repeat>
}

/** Place of the result that is shown instead of a repeated one. */
export interface Repeat {
  readonly which: 'exact' | 'superseded'
  /** The handle of the result there. */
  readonly handle: string
  /** Words that stand for the repeated one. */
  readonly text: string
}

/** A unit as it is. */
export const asItIs: Shape = { key: '', rank: 0, operations: [], asWords: false, repeated: new Map() }

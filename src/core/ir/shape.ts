import type { Origin } from './origin.ts'
import type { Operation } from './policy.ts'

/** Form in which a unit is sent. */
export interface Shape {
  /** Key that identifies the shape among all shapes of the unit; '' for an unchanged unit. */
  readonly key: string
  /**
   * Rank of the policy clause that decides the shape. The gentlest clause has the first rank, and equally gentle
   * clauses have equal ranks.
   */
  readonly rank: number
  /** Operations applied to the unit, in this order. */
  readonly operations: readonly Operation[]
  /** Whether the unit is sent as text, between tags that name the author. */
  readonly asWords: boolean
  /** Repeated results, by the origin of their part. Each is listed with the result that is shown in its place. */
  readonly repeated: ReadonlyMap<Origin, Repeat>
}

/** Result that is shown in place of a repeated result. */
export interface Repeat {
  readonly which: 'exact' | 'alike' | 'superseded'
  /** Handle of the result that is shown. */
  readonly handle: string
  /** Text that replaces the repeated result. */
  readonly text: string
}

/** Shape of an unchanged unit. */
export const asItIs: Shape = { key: '', rank: 0, operations: [], asWords: false, repeated: new Map() }

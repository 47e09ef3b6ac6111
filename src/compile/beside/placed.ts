import type { Note } from '../../diag/collect.ts'
import { type Count, zero } from '../../ir/count.ts'
import type { Edit } from '../../ir/edit.ts'
import type { Tier } from '../../ir/tier.ts'
import type { Fragment } from '../../target/target.ts'

/** Size of a found unit, and the edits and notes that its words do not show. */
export interface FoundUnit {
  readonly tokens: number
  readonly edits: readonly Edit[]
  readonly notes: readonly Note[]
}

/** Context blocks that are placed next to the history. */
export interface PlacedSources {
  /** Each as the target writes it, in the order of the policy. */
  readonly pieces: readonly BesidePiece[]
  readonly count: Count
  readonly messages: number
  /** Tokens that are kept free for what is looked for. */
  readonly reserve: number
  /** The units that were found and are told here. */
  readonly found: ReadonlyMap<number, FoundUnit>
  /** Declarations whose bound leaves no room for a word. */
  readonly empty: readonly string[]
}

/** One of them. */
export interface BesidePiece {
  readonly origin: string
  readonly tier: Tier
  readonly fragment: Fragment
  /** The words. */
  readonly text: string
  /** There were more than its bound lets through. */
  readonly isCut: boolean
}

/** Nothing stands beside the history. */
export const nothing: PlacedSources = {
  pieces: [],
  count: zero,
  messages: 0,
  reserve: 0,
  found: new Map(),
  empty: [],
}

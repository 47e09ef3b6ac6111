import type { FindingNote } from '../../diag/collect.ts'
import type { Tier } from '../../ir/block.ts'
import { type Count, zero } from '../../ir/count.ts'
import type { Edit } from '../../ir/edit.ts'
import type { Fragment } from '../../target/target.ts'

/** Size of a found unit, with its edits and the notes about its omitted content. */
export interface FoundUnit {
  readonly tokens: number
  readonly edits: readonly Edit[]
  readonly notes: readonly FindingNote[]
}

/** Context blocks that are placed next to the history. */
export interface PlacedSources {
  /** The blocks in the form of the target, in the order of the policy. */
  readonly pieces: readonly BesidePiece[]
  readonly count: Count
  readonly messages: number
  /** Tokens that are reserved for found units. */
  readonly reserve: number
  /** Origins of declarations whose token limit leaves no room for text. */
  readonly empty: readonly string[]
}

/** A context block. */
export interface BesidePiece {
  readonly origin: string
  readonly tier: Tier
  readonly fragment: Fragment
  /** The text without its tags. */
  readonly text: string
  /** Whether the text was cut to its token limit. */
  readonly isCut: boolean
  /** The found units that the block contains. */
  readonly found: ReadonlyMap<number, FoundUnit>
}

/** Returns the found units that blocks contain. */
export const unitsFoundIn = (pieces: readonly BesidePiece[]): ReadonlyMap<number, FoundUnit> =>
  new Map(pieces.flatMap(({ found }) => [...found]))

/** No context blocks. */
export const noBlocks: PlacedSources = {
  pieces: [],
  count: zero,
  messages: 0,
  reserve: 0,
  empty: [],
}

import type { FindingNote } from '../../diag/collect.ts'
import type { Tier } from '../../ir/block.ts'
import { type Count, zero } from '../../ir/count.ts'
import type { Edit } from '../../ir/edit.ts'
import type { Trust } from '../../ir/trust.ts'
import type { Fragment } from '../../target/target.ts'

/** Size of a conversation unit that a search found, with its edits and the notes about its omitted content. */
export interface FoundUnit {
  readonly tokens: number
  readonly edits: readonly Edit[]
  readonly notes: readonly FindingNote[]
}

/** Context blocks that are placed next to the history. */
export interface PlacedSources {
  /** Context blocks in the form of the target, in the order of the policy. */
  readonly pieces: readonly BesidePiece[]
  readonly count: Count
  readonly messages: number
  /** Tokens that are reserved for the units that a search will find. */
  readonly reserve: number
  /** Origins of declarations whose token limit is too small for any text. */
  readonly empty: readonly string[]
}

/** Context block in the form of the target. */
export interface BesidePiece {
  readonly origin: string
  /** Name of the source, which the tags around the text name. */
  readonly from: string
  readonly trust: Trust
  readonly tier: Tier
  readonly fragment: Fragment
  /** The text without its tags. */
  readonly text: string
  /** Whether the text was cut to its token limit. */
  readonly isCut: boolean
  /** Conversation units in the block that a search found. */
  readonly found: ReadonlyMap<number, FoundUnit>
}

/** Returns the conversation units in blocks that a search found. */
export const unitsFoundIn = (pieces: readonly BesidePiece[]): ReadonlyMap<number, FoundUnit> =>
  new Map(pieces.flatMap(({ found }) => [...found]))

/** Empty list of context blocks. */
export const noBlocks: PlacedSources = {
  pieces: [],
  count: zero,
  messages: 0,
  reserve: 0,
  empty: [],
}

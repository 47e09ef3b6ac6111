import type { UnitQuery, WrittenSource } from '../../context/definition/source.ts'
import type { Tier } from '../../ir/block.ts'
import type { Origin } from '../../ir/origin.ts'
import type { Source } from '../../ir/policy.ts'

/** Text of a context block, before the target writes it. */
export interface BesideText extends WrittenSource {
  /** Origin of the declaration: `d:context.N`. */
  readonly origin: Origin
  /** Name of the source, which is shown in the tags around its text. */
  readonly from: string
  readonly tier: Tier
  /** Maximum tokens of the block; null if there is no maximum. */
  readonly atMost: number | null
}

/** Search over conversation units that an agent's policy declares. */
export interface Search extends UnitQuery {
  readonly source: Source
  readonly origin: string
}

/** Source that a policy declares, whether or not its condition is true. */
export interface DeclaredSource {
  /** Digest of the source. It stays the same if the rest of the policy changes. */
  readonly id: string
  /** Origin of the declaration: `d:context.N`. */
  readonly origin: Origin
  readonly tier: Exclude<Tier, 'archive'>
  /**
   * Whether the source has no text now: its text is empty, or its condition is false. If a source failed, its text is
   * unknown.
   */
  readonly isEmpty: boolean
}

/** Context blocks of a policy: known texts, and searches that run later. */
export interface BesideSources {
  readonly declared: readonly DeclaredSource[]
  readonly texts: readonly BesideText[]
  readonly searches: readonly Search[]
}

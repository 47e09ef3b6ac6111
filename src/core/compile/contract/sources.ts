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

/** Context blocks of a policy: known texts, and searches that run later. */
export interface BesideSources {
  readonly texts: readonly BesideText[]
  readonly searches: readonly Search[]
}

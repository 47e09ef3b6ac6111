import type { UnitQuery, WrittenSource } from '../../context/definition/source.ts'
import type { Tier } from '../../ir/block.ts'
import type { Origin } from '../../ir/origin.ts'
import type { Source } from '../../ir/policy.ts'

/** Text of a context block, before the target writes it. */
export interface BesideText extends WrittenSource {
  /** Origin of the declaration: `d:context.N`. */
  readonly origin: Origin
  /** Name of the source, as the tags around its text show it. */
  readonly from: string
  readonly tier: Tier
  /** Maximum tokens of the block; null for no maximum. */
  readonly atMost: number | null
}

/** One search that an agent's policy asks for. */
export interface Search extends UnitQuery {
  readonly source: Source
  readonly origin: string
}

/** Context blocks of a policy: texts that are known, and searches. */
export interface BesideSources {
  readonly texts: readonly BesideText[]
  readonly searches: readonly Search[]
}

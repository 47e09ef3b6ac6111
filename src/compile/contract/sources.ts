import type { UnitQuery, WrittenSource } from '../../context/definition/source.ts'
import type { Origin } from '../../ir/origin.ts'
import type { Source } from '../../ir/policy.ts'
import type { Tier } from '../../ir/tier.ts'

/** Words that a policy puts beside the history. */
export interface BesideText extends WrittenSource {
  /** The declaration: `d:context.N`. */
  readonly origin: Origin
  readonly tier: Tier
  /** The most tokens of it. */
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

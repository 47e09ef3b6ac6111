import type { Origin, Run } from '../../ir/origin.ts'
import type { Source } from '../../ir/policy.ts'
import type { Tier } from '../../ir/tier.ts'
import type { Trust } from '../../ir/trust.ts'

/** Words that a policy puts beside the history. */
export interface BesideText {
  /** The declaration: `d:context.N`. */
  readonly origin: Origin
  /** Name of the source, as the tags around the text show it. */
  readonly from: string
  readonly runs: readonly Run[]
  readonly trust: Trust
  readonly tier: Tier
  /** The most tokens of it. */
  readonly atMost: number | null
}

/** One search that an agent's policy asks for. */
export interface Search {
  readonly source: Source
  readonly origin: string
  /** Null for the current input. */
  readonly query: string | null
}

/** Context blocks of a policy: texts that are known, and searches. */
export interface BesideSources {
  readonly texts: readonly BesideText[]
  readonly searches: readonly Search[]
}

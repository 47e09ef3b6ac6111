import type { Origin, Run } from '../../ir/origin.ts'
import type { Source } from '../../ir/policy.ts'
import type { Tier } from '../../ir/tier.ts'
import type { Trust } from '../../ir/trust.ts'

/** Words that a policy puts beside the history. */
export interface BesideText {
  /** The declaration: `d:context.N`. */
  readonly origin: Origin
  /** What the tags around it say that it is from. */
  readonly from: string
  readonly runs: readonly Run[]
  readonly trust: Trust
  readonly tier: Tier
  /** The most tokens of it. */
  readonly atMost: number | null
}

/** What an agent's policy looks for. */
export interface Search {
  readonly source: Source
  readonly origin: string
  /** Null for the current input. */
  readonly query: string | null
}

/** What a policy puts beside the history: words that are known, and what is looked for. */
export interface BesideSources {
  readonly texts: readonly BesideText[]
  readonly searches: readonly Search[]
}

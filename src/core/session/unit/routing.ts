import type { Lineage } from './provenance.ts'

/** Keys and authors of the answers that reach one agent through the state instead of the history. */
export interface Routing {
  /** Keys that the agent reads. */
  readonly reads: ReadonlySet<string>
  /** Authors whose answers the program may store under these keys. */
  readonly authors: readonly string[]
  readonly lineage: Lineage
}

/** Event that makes a conversation unit visible to an agent, or hides it. */
export interface Move {
  readonly seq: number
  readonly unit: number
  readonly shown: boolean
}

import type { Lineage } from './provenance.ts'

/** Flow of answers to one agent through the state. */
export interface Routing {
  /** Keys that the agent is given. */
  readonly reads: ReadonlySet<string>
  /** Authors whose answers may be under them, as the program is declared. */
  readonly authors: readonly string[]
  readonly lineage: Lineage
}

/** An event after which a unit is shown that was not, or is not shown any more. */
export interface Move {
  readonly seq: number
  readonly unit: number
  readonly shown: boolean
}

import type { Agent } from '../../agent/agent.ts'
import type { Origin } from '../../ir/origin.ts'
import type { Graph } from '../../program/graph.ts'
import type { PlacedAgent } from '../../program/placed.ts'
import type { Memory } from '../../remember/store/memory-store.ts'
import type { Session } from '../../session/session.ts'
import type { CompileOptions } from '../contract/options.ts'
import type { Provided } from './provide.ts'
import type { Values } from './values.ts'

/** Facts about a program that are not part of its agents. */
export interface ResolveFrom {
  /** Whether the program was imported. If so, its texts are kept unchanged. */
  readonly imported: boolean
  readonly provided: Provided
  /** Memories that were found, by the origin of the source that requests them. */
  readonly recalled: ReadonlyMap<Origin, readonly Memory[]>
  /** Agents whose output key was inferred from their place in the program. */
  readonly inferred: ReadonlySet<Agent>
}

/** Inputs for resolving one agent. */
export interface Situation {
  readonly graph: Graph
  readonly placed: PlacedAgent
  readonly session: Session
  readonly options: CompileOptions
  readonly from: ResolveFrom
  /** Values for placeholders, with a record of the values that were inserted into the text. */
  readonly values: Values
}

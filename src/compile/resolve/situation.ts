import type { Agent } from '../../agent/agent.ts'
import type { Graph } from '../../program/graph.ts'
import type { Placed } from '../../program/placed.ts'
import type { Session } from '../../session/session.ts'
import type { CompileOptions } from '../contract/options.ts'
import type { Provided } from './provide.ts'
import type { Values } from './values.ts'

/** Facts about a program beside its agents. */
export interface ResolveFrom {
  /** Its words are those of a request, as they were. */
  readonly imported: boolean
  readonly provided: Provided
  /** Agents whose output key follows from where they stand. */
  readonly inferred: ReadonlySet<Agent>
}

/** Inputs of resolving one agent. */
export interface Situation {
  readonly graph: Graph
  readonly placed: Placed
  readonly session: Session
  readonly options: CompileOptions
  readonly from: ResolveFrom
  /** Values that templates ask for, and a record of those that were looked at. */
  readonly values: Values
}

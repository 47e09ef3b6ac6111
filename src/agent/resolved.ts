import type { Extra } from '../ir/extra.ts'
import type { Origin, Run } from '../ir/origin.ts'
import type { Agent, OutputSchema, Tool } from './agent.ts'

/** Origin of the text that asks for the form of an answer: a target with a field for it drops the text. */
export const schemaOrigin: Origin = 'c:schema'

/** A part of a system text: what it says, and the declaration that says it. */
export interface SystemPart {
  readonly origin: Origin
  readonly runs: readonly Run[]
}

/** A system text: its parts are joined by blank lines. */
export interface SystemText {
  readonly parts: readonly SystemPart[]
  /** Fields that came in with it. */
  readonly extra?: Extra
}

/** An agent as a target is given it: every text written, every tool in its one form. */
export interface ResolvedAgent
  extends Pick<Agent, 'name' | 'model' | 'outputKey' | 'generateConfig' | 'extra'> {
  readonly system: readonly SystemText[]
  /** Declarations whose words a function writes anew for each request. */
  readonly written?: readonly Origin[]
  readonly tools: readonly Tool[]
  readonly outputSchema?: OutputSchema
}

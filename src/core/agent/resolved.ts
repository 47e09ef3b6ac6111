import type { Extra } from '../ir/extra.ts'
import type { Origin, Run } from '../ir/origin.ts'
import type { Agent, OutputSchema, Tool } from './agent.ts'

/** Origin of the text that asks for the form of an answer. A target with a field for the form drops the text. */
export const schemaOrigin: Origin = 'c:schema'

/** Part of a system text, with the declaration that it comes from. */
export interface SystemPart {
  readonly origin: Origin
  readonly runs: readonly Run[]
}

/** System text; blank lines join its parts. */
export interface SystemText {
  readonly parts: readonly SystemPart[]
  /** Fields that an importer kept with the text. */
  readonly extra?: Extra
}

/** Agent as a target receives it: every text resolved, every tool in one form. */
export interface ResolvedAgent
  extends Pick<Agent, 'name' | 'model' | 'outputKey' | 'generateConfig' | 'extra'> {
  readonly system: readonly SystemText[]
  /** Declarations with text that a function writes again for each request. */
  readonly written?: readonly Origin[]
  readonly tools: readonly Tool[]
  /** Names of the tools of all agents of the program whose results hold texts of outsiders. */
  readonly external?: readonly string[]
  readonly outputSchema?: OutputSchema
}

import type { DeclarationName } from '../ir/declared.ts'
import type { Extra } from '../ir/extra.ts'
import type { Origin, Run } from '../ir/origin.ts'
import type { Agent, FunctionTool, OutputSchema, Tool } from './agent.ts'

/** Origin of the text that asks for an answer in the schema's form. Targets with a field for schemas omit this text. */
export const schemaOrigin: Origin = 'c:schema'

/** Part of a system text, with the declaration that the part comes from. */
export interface SystemPart {
  readonly origin: Origin
  readonly runs: readonly Run[]
}

/** System text; its parts are joined with blank lines. */
export interface SystemText {
  readonly parts: readonly SystemPart[]
  /** Fields that an importer kept with the text. */
  readonly extra?: Extra
}

/** Agent as a target receives it: all texts are final, and all tools have the normal form. */
export interface ResolvedAgent
  extends Pick<Agent, 'name' | 'model' | 'outputKey' | 'generateConfig' | 'extra'> {
  readonly system: readonly SystemText[]
  /** Origins of declarations whose text a function writes anew for each request. */
  readonly written?: readonly Origin[]
  readonly tools: readonly Tool[]
  /** Names of all tools in the program whose results contain text from outside. */
  readonly external?: readonly string[]
  readonly outputSchema?: OutputSchema
  /** Current tools that messages of the conversation added to `tools`, each as it was first added. */
  readonly announced?: readonly Tool[]
  /** Functions in `tools`, or added by messages, that are no longer declared, each as it was first declared. */
  readonly withdrawn?: readonly FunctionTool[]
  /** Declarations of whose changes messages tell. */
  readonly told?: readonly DeclarationName[]
}

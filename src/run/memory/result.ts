import type { Report } from '../../core/compile/contract/result.ts'
import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import type { Reason } from '../../core/map/ledger.ts'
import type { ContextMessageRole } from './shape.ts'

/** Message in the form of the OpenAI client and the AI SDK. */
export interface ContextMessage {
  role: ContextMessageRole
  content: string
}

/** Reason why a chunk or child is not shown. */
export type ExclusionReason =
  /** The chunk's type was excluded. */
  | 'excluded-type'
  /** The option `includeOnlyChunkIds` does not name the chunk. */
  | 'not-asked-for'
  /** The chunk is ephemeral, and the agent has answered it. */
  | 'ephemeral'
  /** The token limit was exceeded, and the chunk is disposable. */
  | 'disposable'
  /** The state lists the chunk's id, but does not contain the chunk. */
  | 'missing'
  | Reason

/** Chunk or child that is not shown. */
export interface Exclusion {
  readonly id: string
  readonly reason: ExclusionReason
}

/** Result of `build`. */
export interface ContextBuildResult {
  /**
   * Whether there are messages to send. False if the chunks that may not be dropped do not fit; the diagnostics then
   * name these chunks with their sizes.
   */
  readonly ok: boolean
  /** Messages to send: at most one system message, then user and assistant messages in turn. */
  messages: ContextMessage[]
  /** Estimated size in tokens, including the overhead of each message. */
  readonly tokenCount: number
  /** Whether the text was counted with the vocabulary of the tokenizer's model. */
  readonly tokenCountExact: boolean
  /** Ids of the shown chunks and children, in the order of the state. */
  includedChunkIds: string[]
  /** Ids of all other chunks and children. */
  excludedChunkIds: string[]
  /** Reason for each id in `excludedChunkIds`. */
  exclusions: Exclusion[]
  readonly diagnostics: readonly Diagnostic[]
  /** Ids of the chunk or child of each event. An `e:11` in a diagnostic, the map or the ledger means `eventIds[11]`. */
  eventIds: string[]
  /** Full report of the compiler: ledger, map, plan and sizes. */
  readonly compiled: Report
}

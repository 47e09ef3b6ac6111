import type { Report } from '../../core/compile/contract/result.ts'
import type { Diagnostic } from '../../core/diag/diagnostic.ts'
import type { Reason } from '../../core/map/ledger.ts'
import type { ContextMessageRole } from './shape.ts'

/** Message in the form of the OpenAI client and the AI SDK. */
export interface ContextMessage {
  role: ContextMessageRole
  content: string
}

/** Reason why a chunk is not shown. */
export type ExclusionReason =
  /** The chunk's type was excluded. */
  | 'excluded-type'
  /** The options ask only for other ids. */
  | 'not-asked-for'
  /** The agent has answered the ephemeral chunk. */
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
   * Whether there are messages to send: false if the chunks that may not be dropped do not fit. The diagnostics then
   * name these chunks with their sizes.
   */
  readonly ok: boolean
  /** Messages: at most one system message, then user and assistant in turn. */
  messages: ContextMessage[]
  /** Estimated size in tokens, including the overhead of each message. */
  readonly tokenCount: number
  /** Whether the text was counted with the vocabulary of the tokenizer's model. */
  readonly tokenCountExact: boolean
  /** Ids of the shown chunks and children, in the state's order. */
  includedChunkIds: string[]
  /** Ids of all other chunks and children. */
  excludedChunkIds: string[]
  /** Excluded ids with their reasons. */
  exclusions: Exclusion[]
  readonly diagnostics: readonly Diagnostic[]
  /** Chunk or child of each event: `e:11` in a diagnostic, the map or the ledger is `eventIds[11]`. */
  eventIds: string[]
  /** Full report of the compiler: ledger, map, plan and sizes. */
  readonly compiled: Report
}

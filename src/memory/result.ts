import type { Report } from '../compile/contract/result.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import type { Reason } from '../map/ledger.ts'
import type { ContextMessageRole } from './shape.ts'

/** Someone's words, to be sent as they are. */
export interface ContextMessage {
  role: ContextMessageRole
  content: string
}

/** Why a chunk is not shown. */
export type ExclusionReason =
  /** Its type was excluded. */
  | 'excluded-type'
  /** Others were asked for by their ids. */
  | 'not-asked-for'
  /** It was meant for one answer, which was given. */
  | 'ephemeral'
  /** Room was short, and it is disposable. */
  | 'disposable'
  /** The state names it and does not hold it. */
  | 'missing'
  | Reason

/** A chunk that is not shown. */
export interface Exclusion {
  readonly id: string
  readonly reason: ExclusionReason
}

/** Result of `build`. */
export interface ContextBuildResult {
  /**
   * Whether there is something to send: false where what may not be dropped does not fit. The diagnostics then name it,
   * with sizes, and there are no messages.
   */
  readonly ok: boolean
  /** At most one system message, then user and assistant in turn. */
  messages: ContextMessage[]
  /** The likely size in tokens, what wraps the messages included. */
  readonly tokenCount: number
  /** Whether the words were counted with the vocabulary of the model that the tokenizer was made for. */
  readonly tokenCountExact: boolean
  /** Ids of the chunks, and of children, that are shown, in their order in the state. */
  includedChunkIds: string[]
  /** Ids of all the others. */
  excludedChunkIds: string[]
  /** Why, of each of them. */
  exclusions: Exclusion[]
  readonly diagnostics: readonly Diagnostic[]
  /** By the number of an event, the chunk or child that it is: `e:11` of a diagnostic, the map or the ledger is `eventIds[11]`. */
  eventIds: string[]
  /** Everything that the compiler has to say: ledger, map, plan, sizes. */
  readonly compiled: Report
}

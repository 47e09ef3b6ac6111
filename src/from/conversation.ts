import type { Agent } from '../agent/agent.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import type { FormatName } from '../ir/format-name.ts'
import type { Session } from '../session/session.ts'

/** An imported conversation: a program and its session in one. */
export interface Conversation<Format extends FormatName = FormatName> {
  /** The leading system text, the tools and the settings, if there were any. */
  readonly agent: Agent
  /** Everything after the leading system text. Holds the caller's messages by reference: do not change them. */
  readonly session: Session
  /** The format that it came in. */
  readonly format: Format
  /** Leading messages that became the instruction: message `i` of the input is event `i - leading`. */
  readonly leading: number
  /** Findings of the importer, which every compile reports; absent where it found nothing wrong. */
  readonly diagnostics?: readonly Diagnostic[]
}

/** Options of an importer. */
export interface ImportOptions {
  /** The model that made the answers, when the request does not say. Not the model to call: that is an option of `compile`. */
  readonly model?: string
  /** The agent whose answers these are, in place of `agent`: its own name in your program. */
  readonly author?: string
  /**
   * Whether a client sent the input. Drops what a client must not bring: system text, results and approvals that no
   * call before them explains, provider's items and fields, file ids, compactions, changes of state, signatures, and what it
   * declares: the model, tools, a schema, settings. Each kind is named by a diagnostic (CX6004 to CX6009, CX6013).
   */
  readonly untrusted?: boolean
}

/** A request with its messages, or the messages alone. The second form takes literals with any other fields. */
export type MessagesInput =
  | readonly object[]
  | { readonly messages: readonly object[] }
  | { readonly messages: readonly object[]; readonly [field: string]: unknown }

/** A request with its input items, or the items alone. */
export type ItemsInput =
  | readonly object[]
  | { readonly input?: string | readonly object[] | undefined }
  | { readonly input?: string | readonly object[] | undefined; readonly [field: string]: unknown }

/** A request with its contents, or the contents alone; what the client takes for contents, strings and parts too. */
export type ContentsInput =
  | readonly object[]
  | { readonly contents: string | object | readonly (string | object)[] }
  | {
      readonly contents: string | object | readonly (string | object)[]
      readonly [field: string]: unknown
    }

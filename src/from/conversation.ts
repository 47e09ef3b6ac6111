import type { Agent } from '../agent/agent.ts'
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
}

/** What an importer may be told. */
export interface ImportOptions {
  /** The model that made the answers, when the request does not say. Not the model to call: that is an option of `compile`. */
  readonly model?: string
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

import type { Agent } from '../agent/agent.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import type { FormatName } from '../ir/extra.ts'
import type { Session } from '../session/session.ts'

/** Element of the caller's list from which one or more messages were made. */
export interface ListElement {
  readonly index: number
  readonly id?: string
}

/** Imported conversation: a program and its session in one. */
export interface Conversation<Format extends FormatName = FormatName> {
  /** Agent with the leading system text, the tools and the settings of the input, if any. */
  readonly agent: Agent
  /** Session with all messages after the leading system text, held by reference: do not change them. */
  readonly session: Session
  /** Format of the input. */
  readonly format: Format
  /** Number of leading messages that became the instruction. Message `i` of the input is event `i - leading`. */
  readonly leading: number
  /**
   * For each message, the element of the caller's list from which it was made; absent if the messages are the caller's
   * own.
   */
  readonly elements?: readonly ListElement[]
  /** Diagnostics of the importer, which every compile reports; absent if there are none. */
  readonly diagnostics?: readonly Diagnostic[]
}

/** Options of an importer. */
export interface ImportOptions {
  /** Model that made the answers, if the request does not name it. (The model to call is an option of `compile`.) */
  readonly model?: string
  /** Name of the agent in your program that gave the answers. It replaces the author `agent`. */
  readonly author?: string
  /** Id of the session, which is needed to keep its messages as memories (`memoriesOf`). It replaces the input's id. */
  readonly id?: string
  /**
   * Whether a client sent the input. If so, the importer drops what a client must not send: system text, results and
   * approvals without an earlier call, providers' items and fields, file ids, compactions, state changes, signatures,
   * and declarations (model, tools, schema, settings). A diagnostic names each kind (CX6004 to CX6009, CX6013).
   */
  readonly untrusted?: boolean
}

/**
 * Request with its messages, or only the messages. The last type of the union lets an object literal have any other
 * fields.
 */
export type MessagesInput =
  | readonly object[]
  | { readonly messages: readonly object[] }
  | { readonly messages: readonly object[]; readonly [field: string]: unknown }

/** Request with its input items, or only the items. */
export type ItemsInput =
  | readonly object[]
  | { readonly input?: string | readonly object[] | undefined }
  | { readonly input?: string | readonly object[] | undefined; readonly [field: string]: unknown }

/** Request with its contents in any form that the client accepts (also strings and parts), or a list of contents. */
export type ContentsInput =
  | readonly object[]
  | { readonly contents: string | object | readonly (string | object)[] }
  | {
      readonly contents: string | object | readonly (string | object)[]
      readonly [field: string]: unknown
    }

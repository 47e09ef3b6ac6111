import type { Agent } from '../agent/agent.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import type { FormatName } from '../ir/extra.ts'
import type { Session } from '../session/session.ts'
import type { Member } from './member.ts'

/** Input of a compile: an agent and its session. Every `Conversation` is a `Program`. */
export interface Program<Format extends FormatName | undefined = FormatName | undefined> {
  readonly agent: Agent
  readonly session: Session
  /** Format of the input, and of the request unless the model or an option decides otherwise. */
  readonly format?: Format | undefined
  /** Diagnostics of the program's source, which every compile of the program reports. */
  readonly diagnostics?: readonly Diagnostic[] | undefined
  /** Number of input messages before the session's first event, so that `explain` can name a message. */
  readonly leading?: number | undefined
  /** Elements of the caller's chat, by input message, so that `explain` can name them too. */
  readonly elements?: readonly { readonly index: number; readonly id?: string }[] | undefined
}

/** Input of repeated compiles, without the session, which each compile gets separately. */
export type Declared<Format extends FormatName | undefined = FormatName | undefined> =
  | Pick<Program<Format>, 'agent' | 'format' | 'diagnostics'>
  | Member

import type { Agent } from '../agent/agent.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import type { FormatName } from '../ir/extra.ts'
import type { Session } from '../session/session.ts'
import type { Member } from './member.ts'

/** Input of a compile: an agent and its session. Every `Conversation` is a `Program`. */
export interface Program<Format extends FormatName | undefined = FormatName | undefined> {
  readonly agent: Agent
  readonly session: Session
  /** Format of the input. The request has the same format unless the model or an option sets another. */
  readonly format?: Format | undefined
  /** Diagnostics of the import or other source of the program, reported again by every compile. */
  readonly diagnostics?: readonly Diagnostic[] | undefined
  /** Number of input messages before the session's first event, used by `explain` to name messages. */
  readonly leading?: number | undefined
  /**
   * For each input message, the element of the caller's chat from which it was made. `explain` uses these elements in
   * names.
   */
  readonly elements?: readonly { readonly index: number; readonly id?: string }[] | undefined
}

/** Input for repeated compiles. The session is passed to each compile separately. */
export type Declared<Format extends FormatName | undefined = FormatName | undefined> =
  | Pick<Program<Format>, 'agent' | 'format' | 'diagnostics'>
  | Member

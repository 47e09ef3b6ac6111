import type { Agent } from '../agent/agent.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import type { FormatName } from '../ir/format-name.ts'
import type { Session } from '../session/session.ts'
import type { Member } from './member.ts'

/** Input of a compile: an agent and its session. Every `Conversation` is one. */
export interface Program<Format extends FormatName | undefined = FormatName | undefined> {
  readonly agent: Agent
  readonly session: Session
  /** The format that it came in, and goes out in unless the model or an option says otherwise. */
  readonly format?: Format | undefined
  /** Findings of whoever made it: every compile of it reports them. */
  readonly diagnostics?: readonly Diagnostic[] | undefined
  /** Messages of its input that stand before the session's first event, so that `explain` can name a message. */
  readonly leading?: number | undefined
}

/** Input of repeated compiles: the session comes with each compile. */
export type Declared<Format extends FormatName | undefined = FormatName | undefined> =
  | Pick<Program<Format>, 'agent' | 'format' | 'diagnostics'>
  | Member

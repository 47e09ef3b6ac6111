import type { ResolvedAgent } from '../../agent/resolved.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import type { Session } from '../../session/session.ts'
import type { BesideSources } from './sources.ts'

/** Keeps values from everything that a compile reads of a session and of an agent. */
export interface Guard {
  /** Number of the session's events that it knows. */
  readonly length: number
  /** Returns the protected form of a session, which is the one of the last call or goes on from it. */
  protect(session: Session): Session
  protectAgent(agent: ResolvedAgent): ResolvedAgent
  protectSources(sources: BesideSources): BesideSources
  diagnostics(): readonly Diagnostic[]
}

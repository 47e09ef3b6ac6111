import type { Session } from '../../../core/session/session.ts'

/** Returns the id of the run that a session is in, or was in last; null if none was asked for. */
export const runIdOf = (session: Session): string | null =>
  session.units.runMarks.asks.at(-1)?.run.asked?.runId ?? null

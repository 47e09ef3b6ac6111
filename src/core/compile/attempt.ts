import type { Diagnostic } from '../diag/diagnostic.ts'
import type { Guard } from '../protect/protection.ts'
import type { Session } from '../session/session.ts'
import type { SessionView } from '../session/unit/session-view.ts'
import type { Target } from '../target/target.ts'
import type { Core } from './core.ts'
import { neverDropped } from './fit/required.ts'
import type { Recalled } from './recall/recall.ts'
import type { Provided } from './resolve/provide.ts'
import type { ReadySummaries } from './summary/ready.ts'

/** Results of the async steps before a compile. */
export interface Ready {
  readonly provided: Provided
  readonly recalled: Recalled
  /** The loaded target; null if none is known. */
  readonly target: Target<never> | null
  /** The session with the state that the agent reads. */
  readonly seen: Session
  /** Events that were appended to the session for this compile. */
  readonly added: ReadySummaries
  /** Returns findings about what the agent `sees` of the session as it is, unprotected. They are worked out once. */
  readonly findings: (sees: (seq: number) => boolean) => readonly Diagnostic[]
}

/** Beginning of one attempt of a compile. */
export interface Beginning {
  /** Events that were appended to the session for this compile. */
  readonly added: ReadySummaries
  /** Texts of instruction functions; null before they were called. */
  readonly known: Provided | null
  /** Whether it does not begin again. */
  readonly isLast: boolean
}

/** Result of one attempt: null if detectors were to look at the session first. */
export interface Attempt {
  readonly provided: Provided
  readonly core: Core | null
  readonly guard: Guard | null
}

/** Returns the places of the events that are sent in any case. */
export const neededSeqs = ({ units }: SessionView): readonly number[] => {
  const { rows } = units
  return [...neverDropped(units)].flatMap(unit =>
    rows.spansOf(rows.covers.sourceOf(unit)).map(span => rows.spans.seqOf(span)),
  )
}

/** Nothing that is appended to a session. */
export const none: ReadySummaries = { events: [], diagnostics: [] }

import type { Diagnostic } from '../diag/diagnostic.ts'
import type { Event, EventInput } from '../ir/event.ts'
import type { Finding, Protection } from '../ir/protection.ts'
import type { Session } from '../session/session.ts'
import type { CallValues } from './session/call-values.ts'
import type { AskedText } from './session/checked-texts.ts'

/** Protection that hides values from the readers of a session. */
export interface GuardedProtection extends Protection {
  /**
   * Creates the guard of one session for a list of protections that hide values. With `waits: false`, texts are shown
   * before async detectors have checked them.
   */
  readonly guard: (all: readonly Protection[], how?: { readonly waits?: boolean }) => Guard
  /** Whether the protection has an async detector, so that texts are withheld until they are checked. */
  readonly isLate?: boolean
}

export const hasGuard = (protection: Protection): protection is GuardedProtection =>
  typeof (protection as Partial<GuardedProtection>).guard === 'function'

/** Protection that replaces values before events are stored. */
export interface RemovingProtection extends Protection {
  /** Creates, for a list of protections, a function that replaces values in events before the events are stored. */
  readonly remover: (all: readonly Protection[]) => (event: EventInput) => EventInput
}

export const hasRemover = (protection: Protection): protection is RemovingProtection =>
  typeof (protection as Partial<RemovingProtection>).remover === 'function'

/** Protection that checks the content from which a request is made, and reports problems. */
export interface FindingProtection extends Protection {
  /** Returns problems in the state that an agent reads, and in the events that the agent may see (`sees`). */
  readonly findings: (session: Session, sees: (seq: number) => boolean) => readonly Finding[]
}

export const hasFindings = (protection: Protection): protection is FindingProtection =>
  typeof (protection as Partial<FindingProtection>).findings === 'function'

/**
 * Returns a text without protected values. `isProtected`: whether the text was made from a protected session. If so,
 * its placeholders stay; otherwise they count as forged.
 */
export type ChangeText = (text: string, isProtected?: boolean) => string

/** Replacement of protected values in texts outside the session's events. */
export interface Beside extends Pick<Guard, 'changeFor'> {
  /**
   * Returns an event in a foreign form, such as a framework's message, without protected values; the form itself if it
   * has none. `data`: parts of the form whose fields contain user data.
   */
  formOf<Value>(event: Event, form: Value, data?: readonly unknown[]): Value
}

/** Stream of a text that arrives in pieces. Each call returns the text that may be shown by now. */
export interface TextStream {
  push(text: string): string
  end(): string
}

/** Stream of a text in which nothing is replaced. */
export const unchangedStream: TextStream = { push: text => text, end: () => '' }

/** Person to whom a session belongs, and the kinds of values that he may see again. */
export interface SessionOwner {
  /** User of the session's owner, under whose name he also answers calls. */
  readonly user: string
  /** Kinds of values, such as `email`, or ids of detectors. */
  readonly show: readonly string[]
}

/** Form in which somebody gets the events, streamed texts and values of a session. */
export interface View {
  /** Whether nothing is protected. */
  readonly isClear: boolean
  event(seq: number): Event
  stream(how?: { readonly holdsNew?: boolean }): TextStream
  change(values: readonly unknown[], use: 'declared' | 'data' | 'report'): ChangeText
}

/** Guard that hides values in everything a compile reads from a session and an agent. */
export interface Guard {
  /** Number of events that the guard has processed. */
  readonly length: number
  /**
   * Returns the protected form of a session. The session must be the one of the last call, or a longer version of it.
   * `isShown`: whether an author is a model that reads the protected form. Such a model was shown placeholders, so it
   * may write them.
   */
  protect(session: Session, isShown: (author: string) => boolean): Session
  /** Returns the view of the person to whom the session belongs: the protected form, but with values of his own. */
  ownerView(owner: SessionOwner): View
  /**
   * Returns the real values of the placeholders in a tool call. `seq`: event that made the call, or the length of the
   * session for a model's next event.
   */
  call(seq: number): CallValues
  /**
   * Checks values outside the session's events, and returns the function that replaces protected content in their
   * texts. The values are `declared`, such as tool descriptions, whose fields describe data; `data`; or a `report` to
   * people, which does not wait for async detectors.
   */
  changeFor(values: readonly unknown[], use: 'declared' | 'data' | 'report'): ChangeText
  /** Returns a replacer that remembers, between calls, the placeholders of values outside the session's events. */
  beside(): Beside
  /**
   * Returns a stream that replaces protected values in a text: values known when the stream begins, and values of a
   * known format. With `holdsNew`, the stream releases nothing after the first value whose placeholder has no number
   * yet.
   */
  stream(how?: { readonly holdsNew?: boolean }): TextStream
  /** Line that explains placeholders to the model. */
  readonly meaning: string
  /** Texts that async detectors have not checked yet. They are withheld until they are checked. */
  readonly asked: readonly AskedText[]
  /**
   * Returns diagnostics about replaced values and withheld texts. `needed`: sequence numbers of the events that are
   * never dropped; null if unknown.
   */
  diagnostics(needed: readonly number[] | null): readonly Diagnostic[]
}

import type { Diagnostic } from '../diag/diagnostic.ts'
import type { Event, EventInput } from '../ir/event.ts'
import type { Finding, Protection } from '../ir/protection.ts'
import type { Session } from '../session/session.ts'
import type { CallValues } from './session/call-values.ts'
import type { AskedText } from './session/checked-texts.ts'

/** A protection that hides values from the readers of a session. */
export interface GuardedProtection extends Protection {
  /** Makes the guard of one session, for a list of such protections. With `waits: false`, texts are shown before detectors that answer later looked at them. */
  readonly guard: (all: readonly Protection[], how?: { readonly waits?: boolean }) => Guard
  /** Whether texts wait for a detector that answers later. */
  readonly isLate?: boolean
}

export const hasGuard = (protection: Protection): protection is GuardedProtection =>
  typeof (protection as Partial<GuardedProtection>).guard === 'function'

/** A protection that replaces values before they are stored. */
export interface RemovingProtection extends Protection {
  /** Makes a function that replaces values in events before they are stored, for a list of such protections. */
  readonly remover: (all: readonly Protection[]) => (event: EventInput) => EventInput
}

export const hasRemover = (protection: Protection): protection is RemovingProtection =>
  typeof (protection as Partial<RemovingProtection>).remover === 'function'

/** A protection that reports what is wrong with what a request is made of. */
export interface FindingProtection extends Protection {
  /** Returns what is wrong with the state that an agent reads, and with those events of the history that the agent `sees`. */
  readonly findings: (session: Session, sees: (seq: number) => boolean) => readonly Finding[]
}

export const hasFindings = (protection: Protection): protection is FindingProtection =>
  typeof (protection as Partial<FindingProtection>).findings === 'function'

/**
 * Returns a text without protected values. Placeholders in it stay if it `isProtected`, because it was made of a protected
 * session; else they are somebody's forgery.
 */
export type ChangeText = (text: string, isProtected?: boolean) => string

/** Changes of texts that no event holds. */
export interface Beside extends Pick<Guard, 'changeFor'> {
  /**
   * Returns a form of an event that is not the session's own, such as a framework's message, without protected values; the
   * form itself if it has none. `data`: its parts whose fields hold data of the user.
   */
  formOf<Value>(event: Event, form: Value, data?: readonly unknown[]): Value
}

/** A text that arrives in pieces: each call returns what may be shown by now. */
export interface TextStream {
  push(text: string): string
  end(): string
}

/** Keeps values from everything that a compile reads of a session and of an agent. */
export interface Guard {
  /** Number of the session's events that it knows. */
  readonly length: number
  /**
   * Returns the protected form of a session, which is the one of the last call or goes on from it. `isShown` says of an
   * author whether it is a model that reads this form: it may write the placeholders that it was shown.
   */
  protect(session: Session, isShown: (author: string) => boolean): Session
  /** Returns the values of the placeholders in a call that the event at `seq` makes, or a model's next event if `seq` is the length. */
  call(seq: number): CallValues
  /**
   * Returns how texts are changed that no event holds, and that may hold values of their own: `declared` ones, such as tool
   * descriptions, whose fields describe data; `data`; or a `report` to people, which waits for no detector.
   */
  changeFor(values: readonly unknown[], use: 'declared' | 'data' | 'report'): ChangeText
  /** Returns changes of such texts whose values are numbered from call to call: one value has one placeholder. */
  beside(): Beside
  /**
   * Returns a stream that releases a text without the values that are known when it begins, and what has a known format.
   * With `holdsNew`, it releases nothing from the first value on that has no number yet.
   */
  stream(how?: { readonly holdsNew?: boolean }): TextStream
  /** Line for the model about placeholders. */
  readonly meaning: string
  /** Texts that detectors are still to look at; they are withheld until then. */
  readonly asked: readonly AskedText[]
  /** Returns what is reported. `needed`: the events that are sent in any case; null if nobody knows. */
  diagnostics(needed: readonly number[] | null): readonly Diagnostic[]
}

import type { Diagnostic } from '../diag/diagnostic.ts'
import type { Event, EventInput } from '../ir/event.ts'
import type { Operation } from '../ir/policy.ts'
import type { Session } from '../session/session.ts'
import type { AskedText } from './session/checked-texts.ts'

/** Protection of an agent's requests, as the functions of `ctxc/protect` give it. */
export interface Protection {
  readonly kind: 'redact' | 'fresh' | 'fence' | 'validate'
  /**
   * @internal Makes the guard of one session, for a list of protections that have one. With `waits: false`, texts are shown
   * before detectors that answer later looked at them.
   */
  readonly guard?: (all: readonly Protection[], how?: { readonly waits?: boolean }) => Guard
  /** @internal Makes a function that replaces values in events before they are stored, for a list of protections. */
  readonly remover?: (all: readonly Protection[]) => (event: EventInput) => EventInput
  /** @internal Whether texts wait for a detector that answers later. */
  readonly isLate?: boolean
  /** Operations on every clause of the agent's policy. */
  readonly operations?: readonly Operation[]
  /** Line that tells the model about it. */
  readonly meaning?: string
  /**
   * @internal Returns what is wrong with the state that an agent reads, and with the history: of its events, those count that
   * the agent `sees`.
   */
  readonly findings?: (session: Session, sees: (seq: number) => boolean) => readonly Finding[]
  /** Whether there is no request while something is wrong. */
  readonly refuses?: boolean
  /** Least share of the characters of a request that no earlier text of it repeats. */
  readonly distinct?: number
}

/** Something that is wrong with a session: a value that is missing, or that does not fit its schema. */
export type Finding =
  | { readonly kind: 'missing'; readonly key: string }
  | {
      readonly kind: 'unfit'
      /** Description for people: `'order' of the state`. */
      readonly of: string
      /** Origin of the value. */
      readonly at: string
      readonly problems: readonly string[]
    }

/** A protection that replaces values before they are stored. */
export type RemovingProtection = Protection & Required<Pick<Protection, 'remover'>>

export const hasRemover = (protection: Protection): protection is RemovingProtection =>
  protection.remover !== undefined

/** A protection that has a guard. */
export type GuardedProtection = Protection & Required<Pick<Protection, 'guard'>>

export const hasGuard = (protection: Protection): protection is GuardedProtection =>
  protection.guard !== undefined

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
  /**
   * Returns the value of a placeholder in the event at `seq`, or in a model's next event if `seq` is the length; null if it is
   * none that the event's author was shown.
   */
  reveal(placeholder: string, seq: number): string | null
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

export const isProtection = (value: unknown): value is Protection =>
  typeof value === 'object' &&
  value !== null &&
  (typeof (value as Protection).guard === 'function' ||
    typeof (value as Protection).findings === 'function' ||
    Array.isArray((value as Protection).operations))

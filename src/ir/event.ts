import type { Extra } from './extra.ts'
import type { JsonObject } from './json.ts'
import type { Part } from './part.ts'
import type { RunAction } from './run-action.ts'
import { lowest, type Trust } from './trust.ts'

/** Tokens that a provider reported for one call. */
export interface Usage {
  readonly model?: string
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Keys that change in the session's state. */
export interface StateDelta {
  readonly set?: JsonObject
  readonly delete?: readonly string[]
}

/** A run of events, by their seq. */
export interface EventRange {
  /** The first. */
  readonly from: number
  /** One past the last. */
  readonly to: number
}

/** Events that a summary replaces. */
export interface Compaction {
  /** In any order. */
  readonly covers: readonly EventRange[]
}

/** Events that are taken back. */
export interface Rewind {
  /** Seq of the first event that is: with it go all up to the event that says so. */
  readonly to: number
}

/** Kinds of work that only somebody else can do, such as a model. */
export type EffectKind = 'embed'

/**
 * Outcome of a piece of work that the compiler had done: known by its key from then on, and not done again. A
 * failed outcome is known too, and the work is tried again only where the event is omitted.
 */
export type EffectOutcome = {
  readonly kind: EffectKind
  /** Tells the work: made of its kind, who did it, and what it was done with. */
  readonly key: string
  /** Id of the handler that did it. */
  readonly handler: string
} & (
  | {
      /** Output of `embed`: the numbers, 32 bits each, in base64. */
      readonly output: string
    }
  | {
      /** Why there is none. */
      readonly error: string
    }
)

/** Actions of an event besides its words. */
export interface Actions {
  readonly state?: StateDelta
  readonly usage?: Usage
  /**
   * The event's words stand for these events from now on: for their units but those that are critical, wait for results
   * or are the current input. An event whose words are blank, and one that has nothing to stand for, changes nothing; a
   * critical one with nothing to stand for is shown where it is.
   */
  readonly compaction?: Compaction
  /**
   * Earlier events are not shown any more, and their changes to the state are undone, but for `app:` and `user:` keys:
   * these belong to more than the session. Nothing is erased. A unit that began before stays whole.
   */
  readonly rewind?: Rewind
  /** Outcome of some work, to be appended from `result.events` of a compile. Taking events back keeps it. */
  readonly effect?: EffectOutcome
  /** Notes of a runner. Programs do not write them: `createSession` and `append` accept no such events. */
  readonly run?: RunAction
}

/** One thing that happened. Immutable. */
export interface Event {
  /** Its place in the session, from 0. */
  readonly seq: number
  /** `user`, `developer`, `tool`, or an agent by its name, which is none of these: its words are a model's. */
  readonly author: string
  /** Dotted path of the branch; empty for the trunk. */
  readonly branch: string
  /** Model events of one author in a row that share a response are one model response; an empty one stands alone. */
  readonly response: string
  readonly parts: readonly Part[]
  readonly actions?: Actions
  /** Critical: never dropped, and told by no summary. */
  readonly tier?: 'critical'
  /** Lowers the trust that the author's role gives. */
  readonly trust?: Trust
  /** Version of the event's form: the whole part says whether older code may read it. Left out for 1. */
  readonly v?: number
  /** Milliseconds since 1970, as the caller gave it. The compiler never orders or ends anything by it. */
  readonly time?: number
  readonly extra?: Extra
}

/** Input of `append`: an event without a place, or words with an author. */
export interface EventInput {
  readonly author: string
  /** Short for one text part. */
  readonly text?: string
  readonly parts?: readonly Part[]
  readonly branch?: string
  readonly response?: string
  readonly actions?: Actions
  readonly tier?: 'critical'
  readonly trust?: Trust
  /** Version of the event's form; left out for 1. */
  readonly v?: number
  /** Milliseconds since 1970. */
  readonly time?: number
  readonly extra?: Extra
}

/** The role that an author speaks in. */
export type AuthorRole = 'user' | 'developer' | 'tool' | 'model'

/** Authors that are no agents: no agent may be called so, or its words would be somebody else's. */
export const reservedAuthors = ['user', 'developer', 'tool'] as const satisfies readonly AuthorRole[]

/** The role of an author's name. */
export const roleOf = (author: string): AuthorRole =>
  reservedAuthors.find(reserved => reserved === author) ?? 'model'

/** The trust that an event's words deserve. */
export function trustOf(event: Pick<Event, 'author' | 'trust'>): Trust {
  const given = roleOf(event.author)
  return event.trust ? lowest(event.trust, given) : given
}

import type { Extra } from './extra.ts'
import type { JsonObject } from './json.ts'
import type { Part } from './part.ts'
import type { Plan } from './plan.ts'
import type { RunAction } from './run-action.ts'
import { lowest, type Trust } from './trust.ts'

/** Tokens that a provider reported for one call. */
export interface Usage {
  readonly model?: string
  readonly inputTokens: number
  readonly outputTokens: number
  /** Input tokens that were read from the provider's cache; part of `inputTokens`. */
  readonly cacheReadTokens?: number
  /** Input tokens that were written to the provider's cache; part of `inputTokens`. */
  readonly cacheWriteTokens?: number
  /** Part of `cacheWriteTokens` that was written for the longest lifetime. */
  readonly longCacheWriteTokens?: number
  /** Output tokens of reasoning; part of `outputTokens`. */
  readonly reasoningTokens?: number
}

/** Changes to keys of the session's state. */
export interface StateDelta {
  readonly set?: JsonObject
  readonly delete?: readonly string[]
}

/** A range of events, by their seq. */
export interface EventRange {
  /** Seq of the first event. */
  readonly from: number
  /** One past the seq of the last event. */
  readonly to: number
}

/** Events that a summary replaces. */
export interface Compaction {
  /** Ranges in any order. */
  readonly covers: readonly EventRange[]
}

/** Events that are rewound. */
export interface Rewind {
  /** Seq of the first rewound event. All events from there up to the one with this action are rewound. */
  readonly to: number
}

/** Kinds of work that the compiler cannot do itself, such as calling a model. */
export type EffectKind = 'embed' | 'detect' | 'recall' | 'summarize' | 'extract' | 'cache'

/** Beginning of a request that a cache of the provider was asked for. */
export interface CachedPrefix {
  /** Hash of everything before the messages: model, system instruction, tools and their settings. */
  readonly head: string
  /** Number of leading messages. */
  readonly messages: number
  /** Hash of the head and of these messages. */
  readonly hash: string
  /** Estimated tokens. */
  readonly tokens: number
  /** Time at which it was asked for, in milliseconds since 1970. */
  readonly asked: number
  /** Key of the cache of this head before this one; null for the first. */
  readonly after: string | null
}

/**
 * Outcome of work that a handler did for the compiler. Later compiles find it by its key and do not repeat the work.
 * A failed outcome is found too: the work is tried again only if the session lacks its event.
 */
export type EffectOutcome = {
  readonly kind: EffectKind
  /** Identity of the work, made of its kind, its handler and its input. */
  readonly key: string
  /** Id of the handler that did the work. */
  readonly handler: string
  /** Events that a summary was made of. */
  readonly covers?: readonly EventRange[]
  /** Beginning of the request that a cache was asked for. */
  readonly prefix?: CachedPrefix
} & (
  | {
      /** Output of `embed`: 32-bit floats in base64; of other kinds: JSON. */
      readonly output: string
    }
  | {
      /** Reason for the failure. */
      readonly error: string
    }
)

/** Reasoning of a request that its provider did not use, or only out of courtesy, by the provider's own report. */
export interface DroppedReasoning {
  /** Part that holds it, as in `result.map`: `e:SEQ.PART`. Absent if the request does not show it. */
  readonly at?: string
  /** Reason in the provider's words, such as `prefix_mismatch`. */
  readonly reason: string
  /** Set if the provider used it all the same, as Anthropic does for older accounts. */
  readonly used?: true
}

/** Actions of an event besides its text. */
export interface Actions {
  readonly state?: StateDelta
  /** Events whose words the state change was made of, by a rule of `ctxc/remember`. */
  readonly madeFrom?: readonly EventRange[]
  readonly usage?: Usage
  /** Report of the provider on the reasoning of the request that the event answers. */
  readonly dropped?: readonly DroppedReasoning[]
  /**
   * The event's text replaces these events from now on, except units that are critical, wait for results or are the
   * current input. An event with blank text or with nothing to replace changes nothing. A critical event with nothing
   * to replace is shown in its own place.
   */
  readonly compaction?: Compaction
  /**
   * Earlier events are no longer shown, and their state changes are undone, except for `app:` and `user:` keys, which
   * belong to more than the session. Nothing is erased. A unit that began before the range stays whole.
   */
  readonly rewind?: Rewind
  /** Outcome of some work, to be appended from `result.events` of a compile. A rewind keeps it. */
  readonly effect?: EffectOutcome
  /** Plan of the compile that this answer answers, for the agent's next compile. Written by a runner. */
  readonly plan?: Plan
  /** Marks of a runner. Programs do not write them: `createSession` and `append` reject such events. */
  readonly run?: RunAction
}

/** Whether streams to users show an event; events without a visibility are shown. */
export type Visibility = 'user' | 'internal'

/** One thing that happened. Immutable. */
export interface Event {
  /** The event's place in the session, from 0. */
  readonly seq: number
  /** `user`, `developer`, `tool`, or the name of an agent, which speaks as a model. */
  readonly author: string
  /** Dotted path of the branch; empty for the trunk. */
  readonly branch: string
  /**
   * Id of the response. Consecutive model events of one author with the same id form one response; an empty id groups
   * nothing.
   */
  readonly response: string
  readonly parts: readonly Part[]
  /** Id of the app's message that the event was made from, for `C.where({ id })`. No model sees it. */
  readonly id?: string
  readonly actions?: Actions
  /** Critical: never dropped, and never replaced by a summary. */
  readonly tier?: 'critical'
  /** Lowers the trust that follows from the author's role. */
  readonly trust?: Trust
  /** Version of the event's form, 1 if omitted. Its whole-number part decides whether older code may read the event. */
  readonly v?: number
  /** Milliseconds since 1970, as the caller gave it. The compiler never sorts or expires anything by it. */
  readonly time?: number
  /** `internal` hides the event from streams to users; models see it. */
  readonly visibility?: Visibility
  readonly extra?: Extra
}

/** Input of `append`: an event without a seq, or an author and a text. */
export interface EventInput {
  readonly author: string
  /** Shorthand for one text part. */
  readonly text?: string
  readonly parts?: readonly Part[]
  readonly branch?: string
  readonly response?: string
  /** Id of the app's message, for `C.where({ id })`. */
  readonly id?: string
  readonly actions?: Actions
  readonly tier?: 'critical'
  readonly trust?: Trust
  /** Version of the event's form; 1 if omitted. */
  readonly v?: number
  /** Milliseconds since 1970. */
  readonly time?: number
  /** `internal` hides the event from streams to users; models see it. */
  readonly visibility?: Visibility
  readonly extra?: Extra
}

/** The role in which an author speaks. */
export type AuthorRole = 'user' | 'developer' | 'tool' | 'model'

/**
 * Authors that are not agents. No agent may have one of these names, because its words would be taken for another's.
 */
export const reservedAuthors = ['user', 'developer', 'tool'] as const satisfies readonly AuthorRole[]

/** Returns the role of an author. */
export const roleOf = (author: string): AuthorRole =>
  reservedAuthors.find(reserved => reserved === author) ?? 'model'

/** Returns the trust that an event's text deserves. */
export function trustOf(event: Pick<Event, 'author' | 'trust'>): Trust {
  const given = roleOf(event.author)
  return event.trust ? lowest(event.trust, given) : given
}

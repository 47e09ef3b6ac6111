import type { AgentDeclarations } from './declared.ts'
import type { Extra } from './extra.ts'
import type { JsonObject } from './json.ts'
import type { Part } from './part.ts'
import type { Plan } from './plan.ts'
import type { RunAction } from './run-action.ts'
import { lowerTrust, type Trust } from './trust.ts'

/** Tokens that a provider reported for one run of a model. */
export interface TokenCounts {
  readonly inputTokens: number
  readonly outputTokens: number
  /** Input tokens that were read from the provider's cache; part of `inputTokens`. */
  readonly cacheReadTokens?: number
  /** Input tokens that were written to the provider's cache; part of `inputTokens`. */
  readonly cacheWriteTokens?: number
  /** Part of `cacheWriteTokens` that was written with the longest lifetime. */
  readonly longCacheWriteTokens?: number
  /** Output tokens that were spent on reasoning; part of `outputTokens`. */
  readonly reasoningTokens?: number
}

/** Tokens that a provider reported for an answer, and the model that gave it. */
export interface Usage extends TokenCounts {
  readonly model?: string
  /** Tokens of compactions that the provider ran for the answer, which are billed in addition to the other counts. */
  readonly compaction?: TokenCounts
}

/** Changes to keys of the session's state. */
export interface StateDelta {
  readonly set?: JsonObject
  readonly delete?: readonly string[]
}

/** Range of events, by their sequence numbers (seqs). */
export interface EventRange {
  /** Seq of the first event. */
  readonly from: number
  /** Seq after that of the last event. */
  readonly to: number
}

/** Events that a summary replaces. */
export interface Compaction {
  /** Ranges in any order. */
  readonly covers: readonly EventRange[]
}

/** Request to rewind earlier events. */
export interface Rewind {
  /**
   * Seq of the first rewound event. All events from this event up to the event with this action are rewound. If an
   * earlier rewind among them took back events before `to`, those are back: the session continues from its first `to`
   * events, as it was when it had no more.
   */
  readonly to: number
}

/** Kinds of work that the compiler cannot do itself, such as calling a model. */
export type EffectKind =
  | 'embed'
  | 'detect'
  | 'recall'
  | 'summarize'
  | 'extract'
  | 'cache'
  | 'compact'
  | 'count'

/** Beginning of a request for which a cache at the provider was requested. */
export interface CachedPrefix {
  /** Hash of everything before the messages: model, system instruction, tools and their settings. */
  readonly head: string
  /** Number of leading messages in the prefix. */
  readonly messages: number
  /** Hash of the head and of the leading messages. */
  readonly hash: string
  /** Estimated number of tokens. */
  readonly tokens: number
  /** Time at which the cache was requested, in milliseconds since 1970. */
  readonly asked: number
  /** Key of the previous cache with the same head; null for the first. */
  readonly after: string | null
}

/**
 * Outcome of work that a handler did for the compiler. Later compiles find the outcome by its key and do not repeat the
 * work. This also applies to a failure. The work is repeated only if the session has no event with the outcome.
 */
export type EffectOutcome = {
  readonly kind: EffectKind
  /** Key that identifies the work. It is made from the work's kind, its handler and its input. */
  readonly key: string
  /** Id of the handler that did the work. */
  readonly handler: string
  /** Events that a summary or a compaction was made from. */
  readonly covers?: readonly EventRange[]
  /** Beginning of the request for which a cache was requested. */
  readonly prefix?: CachedPrefix
} & (
  | {
      /** Output of the handler. For `embed`: 32-bit floats in base64; for other kinds: JSON. */
      readonly output: string
    }
  | {
      /** Reason for the failure. */
      readonly error: string
    }
)

/** Reasoning in a request that the provider reported as not used, or as used only as an exception. */
export interface DroppedReasoning {
  /**
   * Origin of the part that contains the reasoning: `e:SEQ.PART`, as in `result.map`. Absent if the request does not
   * show the part.
   */
  readonly at?: string
  /** Reason reported by the provider, such as `prefix_mismatch`. */
  readonly reason: string
  /** Set if the provider used the reasoning nevertheless, as Anthropic does for older accounts. */
  readonly used?: true
}

/** A provider's report that it read less of a request from its cache than it could have read. */
export interface CacheMiss {
  /** Change that invalidated the prefix, in the provider's terms, such as `tools_changed`. */
  readonly reason: string
  /** Input tokens that would otherwise have been read from the cache. */
  readonly tokens?: number
  /** Tokens before the first difference from the compared request. */
  readonly shared?: number
}

/** Text of a context block that a request showed. */
export interface ShownBlock {
  /** Digest of the block's source as the agent declares it. */
  readonly source: string
  /** Name of the source, which the tags around the text name. */
  readonly from: string
  readonly text: string
  readonly trust: Trust
}

/** Context blocks that a request showed behind all events before this one. */
export interface ShownContext {
  /** Agent to whose model they were shown. */
  readonly agent: string
  readonly blocks: readonly ShownBlock[]
}

/** Effects of an event other than its text. */
export interface Actions {
  readonly state?: StateDelta
  /** Events whose text was used for the state change, recorded by a rule of `ctxc/remember`. */
  readonly madeFrom?: readonly EventRange[]
  readonly usage?: Usage
  /**
   * The provider's report on reasoning in the request that this event answers. An empty list reports that all of it was
   * used; without the field, the provider reported nothing.
   */
  readonly dropped?: readonly DroppedReasoning[]
  /** The provider's report on its cache, if it read less than it could have read. */
  readonly cacheMiss?: CacheMiss
  /**
   * Events that the text of this event replaces from now on. Units that are critical, wait for results or are the
   * current input are not replaced. If the text is blank or there is nothing to replace, nothing changes. A critical
   * event with nothing to replace is shown at its own position.
   */
  readonly compaction?: Compaction
  /**
   * Rewinds earlier events: they are no longer shown, and their state changes are undone, except for `app:` and `user:`
   * keys, which outlive the session. Nothing is erased. A unit that began before the range is kept whole.
   */
  readonly rewind?: Rewind
  /**
   * Outcome of work done by a handler. Append the events of `result.events` of a compile, which have this field. A
   * rewind keeps them.
   */
  readonly effect?: EffectOutcome
  /**
   * Declarations that requests contain from here on. Append the events of `result.events` of a compile, which have this
   * field.
   */
  readonly declared?: AgentDeclarations
  /**
   * Context blocks that a request showed for the first time. Later requests repeat them at this place, if the model
   * binds reasoning to what precedes it. Append the events of `result.events`, which have this field.
   */
  readonly shown?: ShownContext
  /** Plan of the compile whose request was answered, for the agent's next compile. Written by a runner. */
  readonly plan?: Plan
  /** Marks that only a runner writes: `createSession` and `append` reject an event with this field. */
  readonly run?: RunAction
}

/** Whether streams to users show an event. Events without this field are shown. */
export type Visibility = 'user' | 'internal'

/** One event in a session. Immutable. */
export interface Event {
  /** Position of the event in the session, from 0. */
  readonly seq: number
  /** `user`, `developer`, `tool`, or the name of an agent, whose events are messages of a model. */
  readonly author: string
  /** Dotted path of the event's branch; empty for the main branch. */
  readonly branch: string
  /**
   * Id of the response. Consecutive model events of one author with the same id form one response. An empty id joins no
   * events.
   */
  readonly response: string
  readonly parts: readonly Part[]
  /** Id of the app's message from which the event was made, for `C.where({ id })`. Not sent to models. */
  readonly id?: string
  readonly actions?: Actions
  /** Whether the event is critical: never dropped, and never replaced by a summary. */
  readonly tier?: 'critical'
  /** Trust in the event's text, if lower than the trust that follows from the author's role. */
  readonly trust?: Trust
  /** Version of the event format; 1 if omitted. The whole-number part decides whether older code may read the event. */
  readonly v?: number
  /** Milliseconds since 1970, as given by the caller. The compiler never sorts or expires events by this time. */
  readonly time?: number
  /** `internal` hides the event from streams to users; models still see it. */
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
  /** Id of the app's message from which the event was made, for `C.where({ id })`. */
  readonly id?: string
  readonly actions?: Actions
  readonly tier?: 'critical'
  readonly trust?: Trust
  /** Version of the event format; 1 if omitted. */
  readonly v?: number
  /** Milliseconds since 1970. */
  readonly time?: number
  /** `internal` hides the event from streams to users; models still see it. */
  readonly visibility?: Visibility
  readonly extra?: Extra
}

/** Role of an event's author. */
export type AuthorRole = 'user' | 'developer' | 'tool' | 'model'

/**
 * Authors that are not agents. No agent may have one of these names, because its messages would be attributed to the
 * other author.
 */
export const reservedAuthors = ['user', 'developer', 'tool'] as const satisfies readonly AuthorRole[]

/** Returns the role of an author. */
export const roleOfAuthor = (author: string): AuthorRole =>
  reservedAuthors.find(reserved => reserved === author) ?? 'model'

/** Returns the trust in an event's text. The answer that a person gives to a call is a text of a user. */
export function trustOfEvent({ author, trust, actions }: Pick<Event, 'author' | 'trust' | 'actions'>): Trust {
  const role = roleOfAuthor(author)
  const own = role === 'tool' && actions?.run?.given !== undefined ? 'user' : role
  return trust ? lowerTrust(trust, own) : own
}

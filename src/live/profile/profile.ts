import data from './profiles.json' with { type: 'json' }

/**
 * Returns the profile with the given name, or the one whose name the model's name begins with; null if there is none.
 */
export function profileFor(model: string, name?: string): Profile | null {
  const last = model.slice(model.lastIndexOf('/') + 1)
  const known = name ?? Object.keys(profiles).find(each => last.startsWith(each))
  return known !== undefined && Object.hasOwn(profiles, known) ? (profiles[known] ?? null) : null
}

/** Protocol of a realtime model. */
export type Protocol = 'gemini' | 'openai-realtime' | 'openai-live'

/** Means by which a change reaches the model. */
export type Carrier =
  /** A message that replaces the content in the middle of the conversation. */
  | 'update'
  /** Another connection with the session's handle and a new setup. */
  | 'reconnect'
  /** Context that states that it replaces the earlier text. */
  | 'context'

/** Capabilities of a realtime model. */
export interface Profile {
  readonly name: string
  readonly protocol: Protocol
  readonly asOf: string
  readonly source: readonly string[]
  /** Carriers of a changed instruction, best first; `context` is always the last one. */
  readonly instruction: readonly Carrier[]
  /** Carriers of changed tools, best first. If none works, calls of other tools are refused. */
  readonly tools: readonly Carrier[]
  /** Whether context that is sent during the model's answer ends the answer. */
  readonly contextInterrupts: boolean
  /** Whether context cancels calls that have no result yet. */
  readonly contextCancelsCalls: boolean
  /**
   * Point at which the model is known to hold a message: when it was written, or when the server said so. A message
   * that is not confirmed when the connection ends is sent again. With `index`, each handle says which messages it
   * includes, so only the remaining ones are sent to a resumed session.
   */
  readonly confirms: 'write' | 'reply' | 'index'
  /** Whether the server replies only once audio flows, so that a missing reply never counts as late. */
  readonly repliesLate: boolean
  /** Whether earlier context can be removed. */
  readonly removes: boolean
  /** Whether the model answers a tool's result without a request. */
  readonly answersResults: boolean
  /** Whether the model has turns; if not, nothing waits for the end of a turn. */
  readonly hasTurns: boolean
  /** Whether the notice of the user's speech comes before the audio, so that context can still be sent first. */
  readonly noticesSpeechFirst: boolean
  /** Whether a connection can be resumed by a handle. */
  readonly resumes: boolean
  /** Whether an answer can be stopped by a message. */
  readonly cancels: boolean
  /** Whether the model's turn ends when its audio was played, rather than when it was sent. */
  readonly playsOut: boolean
  /** Whether the server starts the model's answer at the end of speech, so that no client may request one. */
  readonly answersSpeech: boolean
  /** Whether the transcript of the user's speech may arrive after the answer to it. */
  readonly transcribesLate: boolean
  /** Whether the conversation can continue while a tool runs. */
  readonly backgroundCalls: boolean
  /** Whether a background call accepts several results. */
  readonly takesProgress: boolean
  /** Whether tools must be declared as blocking, because they run in the background by default. */
  readonly declaresBlocking: boolean
  /** Whether context written by the developer survives when the model drops its oldest context. */
  readonly keepsDeveloper: boolean
}

/** Profiles of realtime models, by name. They are data, with date and source. */
export const profiles: Readonly<Record<string, Profile>> = Object.fromEntries(
  (data.profiles as readonly Profile[]).map(profile => [profile.name, profile]),
)

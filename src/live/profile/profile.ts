import data from './profiles.json' with { type: 'json' }

/** Returns a profile by its name, or that of a model whose name begins with it; null if there is none. */
export function profileFor(model: string, name?: string): Profile | null {
  const last = model.slice(model.lastIndexOf('/') + 1)
  const known = name ?? Object.keys(profiles).find(each => last.startsWith(each))
  return known !== undefined && Object.hasOwn(profiles, known) ? (profiles[known] ?? null) : null
}

/** Protocol of a realtime model. */
export type Protocol = 'gemini' | 'openai-realtime' | 'openai-live'

/** Way in which something reaches the model. */
export type Carrier =
  /** A message that replaces it in the middle of the conversation. */
  | 'update'
  /** Another connection with the session's handle and a new setup. */
  | 'reconnect'
  /** Context that says that it replaces the earlier one. */
  | 'context'

/** Capabilities of a realtime model. */
export interface Profile {
  readonly name: string
  readonly protocol: Protocol
  readonly asOf: string
  readonly source: readonly string[]
  /** Ways to replace the instruction, best first; `context` is always the last one. */
  readonly instruction: readonly Carrier[]
  /** Ways to replace the tools, best first. With none that works, calls of other tools are refused. */
  readonly tools: readonly Carrier[]
  /** Whether context that is sent while the model answers ends its answer. */
  readonly contextInterrupts: boolean
  /** Whether context cancels calls that wait for their results. */
  readonly contextCancelsCalls: boolean
  /**
   * Point at which the model is known to hold what was sent: when it was written, or when the server said so. A message that
   * is not confirmed when the connection ends is sent again. With `index`, handles say which messages they hold, so that a
   * resumed session is told the rest alone.
   */
  readonly confirms: 'write' | 'reply' | 'index'
  /** Whether replies come only once audio flows, so that none of them is late. */
  readonly repliesLate: boolean
  /** Whether earlier context can be removed. */
  readonly removes: boolean
  /** Whether the model answers a tool's result by itself. */
  readonly answersResults: boolean
  /** Whether the model has turns: without them nothing waits for their end. */
  readonly hasTurns: boolean
  /** Whether the notice of the user's speech comes before the audio, so that context can still be sent first. */
  readonly noticesSpeechFirst: boolean
  /** Whether a connection can be resumed by a handle. */
  readonly resumes: boolean
  /** Whether an answer can be stopped by a message. */
  readonly cancels: boolean
  /** Whether the model's turn ends when its audio was played, and not when it was sent. */
  readonly playsOut: boolean
  /** Whether the server lets the model answer where speech ends, so that nobody else may ask for an answer. */
  readonly answersSpeech: boolean
  /** Whether the words of the user's speech may come after the answer to them. */
  readonly transcribesLate: boolean
  /** Whether the conversation can go on while a tool runs. */
  readonly backgroundCalls: boolean
  /** Whether a call in the background takes several results. */
  readonly takesProgress: boolean
  /** Whether tools are declared as blocking, because they run in the background by default. */
  readonly declaresBlocking: boolean
  /** Whether context in the developer's words stays when the model drops its oldest context. */
  readonly keepsDeveloper: boolean
}

/** Profiles of realtime models, by name. They are data, with date and source. */
export const profiles: Readonly<Record<string, Profile>> = Object.fromEntries(
  (data.profiles as readonly Profile[]).map(profile => [profile.name, profile]),
)

import data from './profiles.json' with { type: 'json' }

/** Returns the profile with the given name, or else one whose name is a prefix of the model's; null for none. */
export function findProfile(model: string, name?: string): Profile | null {
  const last = model.slice(model.lastIndexOf('/') + 1)
  const known = name ?? Object.keys(profiles).find(each => last.startsWith(each))
  return known !== undefined && Object.hasOwn(profiles, known) ? (profiles[known] ?? null) : null
}

/** Protocol of a realtime model. */
export type Protocol = 'gemini' | 'openai-realtime' | 'openai-live'

/** Way in which a change of the instruction or the tools reaches the model. */
export type Carrier =
  /** A message that replaces the instruction or tools during the conversation. */
  | 'update'
  /** A new connection that resumes the session, with a new setup. */
  | 'reconnect'
  /** A context message that says which earlier text it replaces. */
  | 'context'

/** Capabilities of a realtime model and its protocol. */
export interface Profile {
  readonly name: string
  readonly protocol: Protocol
  readonly asOf: string
  readonly source: readonly string[]
  /** Ways to change the instruction, best first. The last one is always `context`. */
  readonly instruction: readonly Carrier[]
  /** Ways to change the tools, best first. If none works, calls of tools that the phase lacks are refused. */
  readonly tools: readonly Carrier[]
  /** Whether context that is sent during the model's answer ends that answer. */
  readonly contextInterrupts: boolean
  /** Whether context cancels calls that still have no result. */
  readonly contextCancelsCalls: boolean
  /**
   * Moment at which a message counts as received: when it was written (`write`), or when the server confirmed it
   * (`reply`). With `index`, each resumption handle also says which messages it includes, so only the others are sent
   * to a resumed session. A message that did not count as received when the connection ended is sent again.
   */
  readonly confirms: 'write' | 'reply' | 'index'
  /** Whether the server replies only while audio is sent, so that a missing reply proves nothing. */
  readonly repliesLate: boolean
  /** Whether context blocks can be removed. */
  readonly removes: boolean
  /** Whether the model answers a tool's result without a further request. */
  readonly answersResults: boolean
  /** Whether the protocol reports the model's turns. If not, nothing waits for the end of a turn. */
  readonly hasTurns: boolean
  /** Whether the report of the user's speech comes before its audio, so that context can still be sent first. */
  readonly noticesSpeechFirst: boolean
  /** Whether a later connection can resume the session by a handle. */
  readonly resumes: boolean
  /** Whether a message can stop the model's answer. */
  readonly cancels: boolean
  /** Whether the model's turn ends when its audio has been played, and not when it has been sent. */
  readonly playsOut: boolean
  /** Whether the server starts an answer at the end of speech by itself, so that the client must not request one. */
  readonly answersSpeech: boolean
  /** Whether the transcript of the user's speech may arrive after the model's answer. */
  readonly transcribesLate: boolean
  /** Whether the conversation can continue while a tool runs. */
  readonly backgroundCalls: boolean
  /** Whether a background call accepts several results, so that progress can be sent as results. */
  readonly takesProgress: boolean
  /** Whether a tool must be declared as blocking, because tools run in the background by default. */
  readonly declaresBlocking: boolean
  /** Whether the model keeps context that the developer wrote when it drops its oldest context. */
  readonly keepsDeveloper: boolean
}

/** Profiles of realtime models, by name. Each has a date and a source in `profiles.json`. */
export const profiles: Readonly<Record<string, Profile>> = Object.fromEntries(
  (data.profiles as readonly Profile[]).map(profile => [profile.name, profile]),
)

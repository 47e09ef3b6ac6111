/**
 * Scripted action of the model, the user or the server. Each fake translates the action to events of its protocol. If
 * the protocol has no event for the action, the fake sends nothing.
 */
export type ModelAction =
  /** The connection opens. OpenAI Realtime then sends `session.created`. */
  | { readonly type: 'open' }
  /** Time passes, so that the fake checks the time limits of the connection. */
  | { readonly type: 'tick' }
  | { readonly type: 'start-answer' }
  /** The model sends a chunk of speech. `audio` is base64; without it, the fake sends 100 ms of silence. */
  | { readonly type: 'say'; readonly text: string; readonly audio?: string; readonly outOfBand?: boolean }
  | { readonly type: 'generation-complete'; readonly outOfBand?: boolean }
  /**
   * The model's turn ends. With `more`, the model continues later without a new request (Gemini: interaction status
   * `IN_PROGRESS`).
   */
  | { readonly type: 'turn-complete'; readonly more?: boolean; readonly outOfBand?: boolean }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly args: object }
  | { readonly type: 'cancel-calls'; readonly ids: readonly string[] }
  | { readonly type: 'user-speech-start' }
  | { readonly type: 'user-speech-stop'; readonly transcript: string }
  | { readonly type: 'interrupt' }
  /** The server announces that the connection will end in `timeLeft` milliseconds. */
  | { readonly type: 'go-away'; readonly timeLeft: number }
  /** The server sends a resumption handle, or reports that the session cannot be resumed now. */
  | { readonly type: 'handle'; readonly resumable: boolean }
  | { readonly type: 'usage'; readonly input: number; readonly output: number; readonly cached?: number }
  /** The socket breaks without a close frame. */
  | { readonly type: 'drop' }
  /** The server truncates the context: the model forgets its `count` oldest entries, and no event reports this. */
  | { readonly type: 'drop-oldest'; readonly count: number }
  /** The server sends the acknowledgements that it has held back (GPT-Live). */
  | { readonly type: 'ack' }
  | { readonly type: 'error'; readonly code: string; readonly eventId?: string }

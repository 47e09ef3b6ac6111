/**
 * Scripted action of the model, the user or the server. Each fake translates it to events of its protocol; if a
 * protocol has no such event, the fake sends nothing.
 */
export type ModelAction =
  /** The socket is open, which is the first event of a server. OpenAI Realtime sends `session.created`. */
  | { readonly type: 'open' }
  /** Time has passed: limits of the connection are checked. */
  | { readonly type: 'tick' }
  | { readonly type: 'start-answer' }
  /** A chunk of speech. `audio` is base64; if not given, the fake sends 100 ms of silence. */
  | { readonly type: 'say'; readonly text: string; readonly audio?: string; readonly outOfBand?: boolean }
  | { readonly type: 'generation-complete'; readonly outOfBand?: boolean }
  /**
   * The model's turn ends. With `more`, the model continues later without a request (Gemini: interaction status
   * `IN_PROGRESS`).
   */
  | { readonly type: 'turn-complete'; readonly more?: boolean; readonly outOfBand?: boolean }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly args: object }
  | { readonly type: 'cancel-calls'; readonly ids: readonly string[] }
  | { readonly type: 'user-speech-start' }
  | { readonly type: 'user-speech-stop'; readonly transcript: string }
  | { readonly type: 'interrupt' }
  /** The server announces the end of the connection in `timeLeft` milliseconds. */
  | { readonly type: 'go-away'; readonly timeLeft: number }
  /** The server sends a resumption handle, or the notice that resumption is impossible now. */
  | { readonly type: 'handle'; readonly resumable: boolean }
  | { readonly type: 'usage'; readonly input: number; readonly output: number; readonly cached?: number }
  /** The socket breaks without a close frame. */
  | { readonly type: 'drop' }
  /** The server truncates the context: the model silently forgets its `count` oldest entries. */
  | { readonly type: 'drop-oldest'; readonly count: number }
  /** The server sends acknowledgements that it held back (GPT-Live). */
  | { readonly type: 'ack' }
  | { readonly type: 'error'; readonly code: string; readonly eventId?: string }

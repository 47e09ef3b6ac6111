/** Scripted act of the model, the user or the server. Each fake translates it to events of its protocol; an action that a protocol does not have returns no output. */
export type ModelAction =
  /** The socket is open: the first thing a server does. OpenAI Realtime sends `session.created`. */
  | { readonly type: 'open' }
  /** Time passed: limits of the connection are checked. */
  | { readonly type: 'tick' }
  | { readonly type: 'start-answer' }
  /** A chunk of speech. `audio` is base64; without it the fake sends 100 ms of silence. */
  | { readonly type: 'say'; readonly text: string; readonly audio?: string; readonly outOfBand?: boolean }
  | { readonly type: 'generation-complete'; readonly outOfBand?: boolean }
  /** End of the model's turn. With `more` the model goes on by itself later (Gemini: interaction status `IN_PROGRESS`). */
  | { readonly type: 'turn-complete'; readonly more?: boolean; readonly outOfBand?: boolean }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly args: object }
  | { readonly type: 'cancel-calls'; readonly ids: readonly string[] }
  | { readonly type: 'user-speech-start' }
  | { readonly type: 'user-speech-stop'; readonly transcript: string }
  | { readonly type: 'interrupt' }
  /** The server announces the end of the connection, `timeLeft` in milliseconds. */
  | { readonly type: 'go-away'; readonly timeLeft: number }
  /** A resumption handle, or the notice that none is possible now. */
  | { readonly type: 'handle'; readonly resumable: boolean }
  | { readonly type: 'usage'; readonly input: number; readonly output: number; readonly cached?: number }
  /** The socket dies without a close frame. */
  | { readonly type: 'drop' }
  /** Truncation: the model forgets its `count` oldest entries, silently. */
  | { readonly type: 'drop-oldest'; readonly count: number }
  /** Held acknowledgements are sent (GPT-Live). */
  | { readonly type: 'ack' }
  | { readonly type: 'error'; readonly code: string; readonly eventId?: string }

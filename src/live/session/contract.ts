import type { JsonObject } from '../../ir/json.ts'
import type { Session } from '../../session/session.ts'
import type { Profile } from '../profile/profile.ts'
import type { LiveState } from '../steering/modifier.ts'
import type { LiveRecord, LiveReport } from './live-event.ts'
import type { LiveSocket } from './socket.ts'

/** Options of `startLive`. */
export interface StartLiveOptions {
  /** Opens a socket to the model; called again for every connection. */
  readonly connect: () => LiveSocket | Promise<LiveSocket>
  /** Profile of the model, or the name of one of `profiles`; by default the one that the model's name begins with. */
  readonly profile?: string | Profile
  readonly state?: JsonObject
  /** Session to continue; its state is the one that the conversation begins with, and `state` is not used. */
  readonly session?: Session
  /** Fields of the protocol's own setup, such as the voice. */
  readonly setup?: JsonObject
  /** Called with every input of the engine: write them to a file to replay the conversation. */
  readonly record?: (line: LiveRecord) => void
  /** Returns milliseconds since 1970. */
  readonly now?: () => number
}

/** A live conversation. Read its reports with `for await`; they wait until somebody does. */
export interface LiveConversation extends AsyncIterable<LiveReport> {
  readonly state: LiveState
  readonly phase: string | null
  /** Session so far, with everything that was said and done: `compile`, `explain` and stores take it. */
  readonly session: Session
  /**
   * Sends audio of the user: base64, in the form that the model takes. Context that waits for it goes first. While there is no
   * connection, the newest 100 pieces wait for it.
   */
  sendAudio(data: string): void
  sendText(text: string): void
  /** Changes keys of the state. Keys that begin with `session:` or `derived:` are the engine's own. */
  set(values: JsonObject, deleted?: readonly string[]): void
  stop(): void
}

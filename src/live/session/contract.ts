import type { JsonObject } from '../../core/ir/json.ts'
import type { Protection } from '../../core/ir/protection.ts'
import type { SessionKey } from '../../core/session/owner.ts'
import type { Session } from '../../core/session/session.ts'
import type { Callbacks, ToolStep } from '../../run/runner/callbacks.ts'
import type { EngineState } from '../engine/state.ts'
import type { Profile } from '../profile/profile.ts'
import type { LiveState } from '../steering/modifier.ts'
import type { LiveRecord, LiveReport } from './live-event.ts'
import type { LiveSocket } from './socket.ts'

/** Settings for the tools of a conversation. */
export interface ToolSettings {
  /** Identity of the session, which tools can read. By default, it is made from the agent's name. */
  readonly key: SessionKey
  /** Callbacks around tools, as in a runner. Only the callbacks for tools are called. */
  readonly plugins?: readonly ToolPlugin[]
  /** Returns whether a call that needs approval may run. By default, every such call is refused. */
  readonly approve?: (step: ToolStep) => boolean | Promise<boolean>
  /** Texts by name that tools can read. */
  readonly artifacts?: Readonly<Record<string, string>>
}

/** Functions around the tools of a live conversation. */
export type ToolPlugin = Pick<Callbacks, 'beforeTool' | 'afterTool' | 'onToolError'>

/** Options of `startLive`. */
export interface StartLiveOptions extends Partial<ToolSettings> {
  /**
   * Opens a socket to the model; called for every connection. `handle` names the session to resume, for APIs in which
   * the socket's address contains it; null for a new session. For GPT-Live, it is the id of a stored session, of which
   * the connection makes a fork.
   */
  readonly connect: (handle: string | null) => LiveSocket | Promise<LiveSocket>
  /** Profile of the model, or a profile's name. By default, one whose name is a prefix of the model's name. */
  readonly profile?: string | Profile
  readonly state?: JsonObject
  /** Protections of the conversation in addition to those of its agents, made by `redact` of `ctxc/protect`. */
  readonly protect?: readonly Protection[]
  /**
   * Session to continue. The conversation begins in the phase where the session ended, with the session's state, and
   * the model gets its last texts. The option `state` is then ignored.
   */
  readonly session?: Session
  /** Further fields of the protocol's setup message, such as the voice. */
  readonly setup?: JsonObject
  /** Called with every input of the engine. Write these inputs to a file to replay the conversation. */
  readonly record?: (line: LiveRecord) => void
  /** Returns the current time in milliseconds since 1970. */
  readonly now?: () => number
}

/** Live conversation. Read its reports with `for await`. Unread reports are kept. */
export interface LiveConversation extends AsyncIterable<LiveReport> {
  readonly state: LiveState
  readonly phase: string | null
  /** Name of the agent that speaks. */
  readonly agent: string
  /** State of the engine: `told` has the texts that the model is known to have, `flying` the unconfirmed messages. */
  readonly engine: EngineState
  /** Session so far, with all texts, calls and state changes. Pass it to `compile`, `explain` or a store. */
  readonly session: Session
  /**
   * Sends audio of the user: base64, in the format that the model accepts. Context that waits for the user's next input
   * is sent first. Without a connection, the newest 100 pieces wait.
   */
  sendAudio(data: string): void
  /** Sends a picture from the user's camera or screen: a JPEG as base64. */
  sendVideo(data: string): void
  sendText(text: string): void
  /** Asks the model to stop speaking, if the model's API supports this. */
  interrupt(): void
  /**
   * Reports how many milliseconds of the model's newest audio the user heard. Call it within a second after the report
   * `interrupted`. The session then contains only the part that was heard, and models that support it forget the rest.
   * If it is not called, all audio that can have been played counts as heard.
   */
  heardUntil(milliseconds: number): void
  /** Changes state keys. Keys that begin with `session:` or `derived:` are reserved for the engine. */
  set(values: JsonObject, deleted?: readonly string[]): void
  stop(): void
}

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
  /** Identity of the session, visible to tools; by default it is made from the agent's name. */
  readonly key: SessionKey
  /** Callbacks around tools, as in a runner; only the tool callbacks of `Callbacks` apply here. */
  readonly plugins?: readonly ToolPlugin[]
  /** Returns whether a call that needs approval may run. If not given, all calls that need approval are refused. */
  readonly approve?: (step: ToolStep) => boolean | Promise<boolean>
  /** Texts by name, which tools can read. */
  readonly artifacts?: Readonly<Record<string, string>>
}

/** Functions around the tools of a live conversation. */
export type ToolPlugin = Pick<Callbacks, 'beforeTool' | 'afterTool' | 'onToolError'>

/** Options of `startLive`. */
export interface StartLiveOptions extends Partial<ToolSettings> {
  /**
   * Opens a socket to the model; called for every connection. `handle` names the session to resume, for APIs that
   * expect it in the address (GPT-Live: the id of a stored session, to connect to its fork); null for a new session.
   */
  readonly connect: (handle: string | null) => LiveSocket | Promise<LiveSocket>
  /**
   * Profile of the model, or the name of one of `profiles`; by default the profile whose name the model's name begins
   * with.
   */
  readonly profile?: string | Profile
  readonly state?: JsonObject
  /** Protections of the conversation in addition to those of its agents, as `redact` of `ctxc/protect` returns them. */
  readonly protect?: readonly Protection[]
  /**
   * Session to continue, in the phase where it ended: the model gets its last texts. The conversation begins with the
   * session's state, and `state` is ignored.
   */
  readonly session?: Session
  /** Fields of the protocol's own setup, such as the voice. */
  readonly setup?: JsonObject
  /** Called with every input of the engine: write them to a file to replay the conversation. */
  readonly record?: (line: LiveRecord) => void
  /** Returns milliseconds since 1970. */
  readonly now?: () => number
}

/** A live conversation. Read its reports with `for await`; unread reports are kept. */
export interface LiveConversation extends AsyncIterable<LiveReport> {
  readonly state: LiveState
  readonly phase: string | null
  /** Name of the speaking agent. */
  readonly agent: string
  /** State of the engine: `told` has the texts that the model is known to hold, `flying` the unconfirmed messages. */
  readonly engine: EngineState
  /** Session so far, with all texts, calls and state changes; `compile`, `explain` and stores accept it. */
  readonly session: Session
  /**
   * Sends audio of the user: base64, in the format that the model accepts. Context that waits for the user's input is
   * sent before it. While there is no connection, the newest 100 pieces wait.
   */
  sendAudio(data: string): void
  /** Sends a picture of the user's camera or screen: base64 of a JPEG. */
  sendVideo(data: string): void
  sendText(text: string): void
  /** Asks the model to stop speaking, if its API supports that. */
  interrupt(): void
  /**
   * Reports how many milliseconds of the model's last audio the user heard. Call it within a second after
   * `interrupted`: the session then holds the heard part, and a model that supports it forgets the rest. Without a
   * call, the maximum that can have been played counts as heard.
   */
  heardUntil(milliseconds: number): void
  /** Changes state keys. Keys that begin with `session:` or `derived:` are reserved for the engine. */
  set(values: JsonObject, deleted?: readonly string[]): void
  stop(): void
}

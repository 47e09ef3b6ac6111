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
  /** Identity of the session, which tools see; by default one of the agent's name. */
  readonly key: SessionKey
  /** Functions around tools, as a runner calls them: those of `Callbacks` for tools; the others have no place here. */
  readonly plugins?: readonly ToolPlugin[]
  /** Returns whether a call may run that needs approval. Without it, such calls are refused. */
  readonly approve?: (step: ToolStep) => boolean | Promise<boolean>
  /** Texts by name, for tools. */
  readonly artifacts?: Readonly<Record<string, string>>
}

/** Functions around the tools of a live conversation. */
export type ToolPlugin = Pick<Callbacks, 'beforeTool' | 'afterTool' | 'onToolError'>

/** Options of `startLive`. */
export interface StartLiveOptions extends Partial<ToolSettings> {
  /**
   * Opens a socket to the model; called again for every connection. The handle is that of the session to resume, for APIs that
   * want it in the address (GPT-Live: the id of a stored session, to connect to its fork); null for a session that begins.
   */
  readonly connect: (handle: string | null) => LiveSocket | Promise<LiveSocket>
  /** Profile of the model, or the name of one of `profiles`; by default the one that the model's name begins with. */
  readonly profile?: string | Profile
  readonly state?: JsonObject
  /** Protections of the conversation, besides those of its agents, as `redact` of `ctxc/protect` gives them. */
  readonly protect?: readonly Protection[]
  /**
   * Session to continue, in the phase where it ended: the model gets what was said last. Its state is the one that the
   * conversation begins with, and `state` is not used.
   */
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
  /** Name of the agent that speaks. */
  readonly agent: string
  /** State of the engine: what the model is known to hold is in `told`, what is on its way in `flying`. */
  readonly engine: EngineState
  /** Session so far, with everything that was said and done: `compile`, `explain` and stores take it. */
  readonly session: Session
  /**
   * Sends audio of the user: base64, in the form that the model takes. Context that waits for it goes first. While there is no
   * connection, the newest 100 pieces wait for it.
   */
  sendAudio(data: string): void
  /** Sends a picture of the user's camera or screen: base64 of a JPEG. */
  sendVideo(data: string): void
  sendText(text: string): void
  /** Lets the model stop to speak, where its API can. */
  interrupt(): void
  /**
   * Says how many milliseconds of the model's last audio the user has heard. Call it within a second after `interrupted`: the
   * session then holds what was heard, and a model that can forgets the rest. Without it, what can have been played counts as heard.
   */
  heardUntil(milliseconds: number): void
  /** Changes keys of the state. Keys that begin with `session:` or `derived:` are the engine's own. */
  set(values: JsonObject, deleted?: readonly string[]): void
  stop(): void
}

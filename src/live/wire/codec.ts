import type { JsonObject } from '../../core/ir/json.ts'
import { memberSettings } from '../declare/agents.ts'
import type { LiveConfig, LiveTool } from '../declare/live-config.ts'
import type { LiveEvent } from '../engine/event.ts'
import type { LiveMessage } from '../engine/message.ts'
import type { Profile } from '../profile/profile.ts'

/** Content of a frame from the server: an event for the engine, or audio. */
export type Received =
  | LiveEvent
  /** Audio of the model. Its length is in milliseconds; null if unknown. */
  | { readonly type: 'audio'; readonly data: string; readonly length: number | null }

/** Further meaning of a closed connection, according to the server's close code. */
export type CloseMeaning = Pick<
  Extract<LiveEvent, { readonly type: 'closed' }>,
  'isRefused' | 'refusesUpdates'
>

/** Codec of one connection. Converts the engine's messages to JSON frames, and the server's frames to engine events. */
export interface Codec {
  /** Returns the frames for a message of the engine. `frame` is the message's number. */
  encode(message: LiveMessage, frame: number): readonly object[]
  /** Returns the frame for a piece of the user's audio, given as base64. */
  audio(data: string): object
  /** Returns the frame for a picture, given as base64 of a JPEG; null if the protocol accepts none. */
  video(data: string): object | null
  /**
   * Returns the frame that cuts the model's last audio to the part that the user heard; null if the protocol has none.
   */
  heardUntil(milliseconds: number): object | null
  /** Returns the meaning of a close code and reason from the server. */
  closed(code: number, reason: string): CloseMeaning
  /** False if the setup turns off transcription of the user's speech; undefined if the API always transcribes. */
  readonly transcribes?: boolean
  /** Numbers of messages that were written and that the newest handle includes; 0 if the server counts none. */
  readonly count: number
  readonly consumed: number
  /** Returns the content of a frame from the server; none for an unknown frame. */
  decode(frame: unknown): readonly Received[]
}

/** Settings of the codec of a connection. */
export interface CodecOptions {
  readonly config: LiveConfig
  readonly profile: Profile
  /** Further fields of the protocol's setup, such as the voice. Fields that the codec sets take precedence. */
  readonly setup?: JsonObject
  /** Transcription that the app set in a client, used if `setup` has none; null if the app turned it off. */
  readonly transcription?: JsonObject | null
  /** Returns a tool's declaration in the form that the model sees. */
  readonly declared?: (tool: LiveTool) => LiveTool
}

/** Returns the declarations of an agent's tools with the given names, in the order in which the agent declares them. */
export const declaredToolsByName = (
  { config, declared = tool => tool }: CodecOptions,
  agent: string,
  names: readonly string[],
): readonly LiveTool[] =>
  memberSettings(config, agent)
    .tools.filter(({ name }) => names.includes(name))
    .map(tool => declared(tool))

import type { JsonObject } from '../../core/ir/json.ts'
import { memberSettings } from '../declare/agents.ts'
import type { LiveConfig, LiveTool } from '../declare/live-config.ts'
import type { LiveEvent } from '../engine/event.ts'
import type { LiveMessage } from '../engine/message.ts'
import type { Profile } from '../profile/profile.ts'

/** Content of a server's frame: an event for the engine, or audio. */
export type Received =
  | LiveEvent
  /** Audio with its length in milliseconds; null if unknown. */
  | { readonly type: 'audio'; readonly data: string; readonly length: number | null }

/** Additional meaning of a close: why the server ended the connection. */
export type CloseMeaning = Pick<
  Extract<LiveEvent, { readonly type: 'closed' }>,
  'isRefused' | 'refusesUpdates'
>

/** Codec of one connection: converts engine messages to JSON frames, and server frames to engine events. */
export interface Codec {
  /** Returns the frames of a message. */
  encode(message: LiveMessage, frame: number): readonly object[]
  /** Returns the frame for the user's audio; `data` is base64. */
  audio(data: string): object
  /** Returns the frame for a picture, given as base64 of a JPEG; null if the protocol accepts none. */
  video(data: string): object | null
  /**
   * Returns the frame that truncates the model's last audio at the point that the user heard; null if there is none.
   */
  heardUntil(milliseconds: number): object | null
  /** Returns the meaning of the server's close code. */
  closed(code: number, reason: string): CloseMeaning
  /** False if the setup disables transcription of the user's speech; undefined if the protocol always transcribes. */
  readonly transcribes?: boolean
  /** Number of messages written in this connection, and number of messages in the handle, if the server counts them. */
  readonly count: number
  readonly consumed: number
  /** Reads a server frame. An unknown frame gives an empty list. */
  decode(frame: unknown): readonly Received[]
}

/** Settings of a connection. */
export interface CodecOptions {
  readonly config: LiveConfig
  readonly profile: Profile
  /** Fields of the protocol's own setup, such as the voice; fields that the codec writes override them. */
  readonly setup?: JsonObject
  /** Transcription of the user's speech chosen for a client, used if the setup names none; null for none. */
  readonly transcription?: JsonObject | null
  /** Returns a tool in the form that the model sees. */
  readonly declared?: (tool: LiveTool) => LiveTool
}

/** Returns the declarations of an agent's tools, in the order in which they are declared. */
export const toolsNamed = (
  { config, declared = tool => tool }: CodecOptions,
  agent: string,
  names: readonly string[],
): readonly LiveTool[] =>
  memberSettings(config, agent)
    .tools.filter(({ name }) => names.includes(name))
    .map(tool => declared(tool))

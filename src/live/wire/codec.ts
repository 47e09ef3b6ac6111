import type { JsonObject } from '../../core/ir/json.ts'
import { memberOf } from '../declare/agents.ts'
import type { LiveConfig, LiveTool } from '../declare/live-config.ts'
import type { LiveEvent } from '../engine/event.ts'
import type { LiveMessage } from '../engine/message.ts'
import type { Profile } from '../profile/profile.ts'

/** Content of a server's frame: an event for the engine, or audio. */
export type Received =
  | LiveEvent
  /** Audio with its length in milliseconds; null where nobody knows. */
  | { readonly type: 'audio'; readonly data: string; readonly length: number | null }

/** Meaning of a close, beyond that the connection is gone. */
export type CloseMeaning = Pick<
  Extract<LiveEvent, { readonly type: 'closed' }>,
  'isRefused' | 'refusesUpdates'
>

/** Frames of one connection: messages of the engine as JSON, and the other way. */
export interface Codec {
  /** Returns the frames of a message. */
  encode(message: LiveMessage, frame: number): readonly object[]
  /** Returns the frame of what the user sends; `data` is base64. */
  audio(data: string): object
  /** Returns the frame of a picture, as base64 of a JPEG; null if the protocol takes none. */
  video(data: string): object | null
  /** Returns the frame that cuts the model's last audio where the user heard it; null if there is none. */
  heardUntil(milliseconds: number): object | null
  /** Returns the meaning of the code with which the server closed a connection. */
  closed(code: number, reason: string): CloseMeaning
  /** False if the setup leaves the user's speech without words; absent where the protocol always writes it down. */
  readonly transcribes?: boolean
  /** Number of messages that were written in this connection, and of those that the handle holds, where the server counts them. */
  readonly count: number
  readonly consumed: number
  /** Reads a frame of the server. One in no known form says nothing. */
  decode(frame: unknown): readonly Received[]
}

/** Settings of a connection. */
export interface CodecOptions {
  readonly config: LiveConfig
  readonly profile: Profile
  /** Fields of the protocol's own setup, such as the voice; they come before ours. */
  readonly setup?: JsonObject
  /** Transcription of the user's speech that a client was given, for a setup that names none; null for none. */
  readonly transcription?: JsonObject | null
  /** Returns the form in which the model is shown a tool. */
  readonly declared?: (tool: LiveTool) => LiveTool
}

/** Returns the declarations of an agent's tools, in the order in which they are declared. */
export const toolsNamed = (
  { config, declared = tool => tool }: CodecOptions,
  agent: string,
  names: readonly string[],
): readonly LiveTool[] =>
  memberOf(config, agent)
    .tools.filter(({ name }) => names.includes(name))
    .map(tool => declared(tool))

import type { Agent } from '../../agent/agent.ts'
import type { JsonObject } from '../../ir/json.ts'
import { liveConfigOf } from '../declare/live.ts'
import { type Profile, profiles } from '../profile/profile.ts'
import type { LiveState } from '../steering/modifier.ts'
import { Conversation } from './conversation.ts'
import type { LiveRecord, LiveReport } from './live-event.ts'
import type { LiveSocket } from './socket.ts'

/** Options of `startLive`. */
export interface StartLiveOptions {
  /** Opens a socket to the model; called again for every connection. */
  readonly connect: () => LiveSocket | Promise<LiveSocket>
  /** Profile of the model, or the name of one of `profiles`; by default the one that the model's name begins with. */
  readonly profile?: string | Profile
  readonly state?: JsonObject
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
  /** Sends audio of the user: base64, in the form that the model takes. Context that waits for it goes first. */
  sendAudio(data: string): void
  sendText(text: string): void
  /** Changes keys of the state. Keys that begin with `session:` or `derived:` are the engine's own. */
  set(values: JsonObject, deleted?: readonly string[]): void
  stop(): void
}

/**
 * Starts a conversation with a realtime model, and steers it by the phases of an agent that `live` declared. It connects again
 * by itself, and tells the model again what a new connection does not hold.
 *
 * Throws a TypeError for an agent that `live` did not declare, and for an unknown profile.
 *
 * @example
 * import { live, startLive } from 'ctxc/live'
 *
 * const host = live({ name: 'host', model: 'gpt-realtime', instruction: 'Help.' })
 * const silent = { send() {}, close() {}, onopen: null, onmessage: null, onclose: null, onerror: null, readyState: 0 }
 * const talk = startLive(host, { connect: () => silent })
 * talk.set({ guests: 4 })
 * console.log(talk.state.guests) // 4
 * talk.stop()
 */
export function startLive(agent: Agent, options: StartLiveOptions): LiveConversation {
  const config = liveConfigOf(agent)
  if (config === null) throw new TypeError('startLive: agent must be declared by live()')
  if (typeof options.connect !== 'function')
    throw new TypeError('startLive: connect must be a function that opens a socket')
  const profile = profileOf(config.model, options.profile)
  return new Conversation(agent, { config, profile }, options)
}

/** Returns a profile by its name, or that of a model. Throws a TypeError if there is none. */
function profileOf(model: string, given: string | Profile | undefined): Profile {
  if (typeof given === 'object') return given
  const name = given ?? Object.keys(profiles).find(each => model.startsWith(each) || each.startsWith(model))
  const profile = name === undefined ? undefined : profiles[name]
  if (profile === undefined)
    throw new TypeError(
      `startLive: there is no profile for '${given ?? model}': pass one of ${Object.keys(profiles).join(', ')}, or your own`,
    )
  return profile
}

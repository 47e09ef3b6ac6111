import type { Agent } from '../../agent/agent.ts'
import { liveConfigOf } from '../declare/live.ts'
import { type Profile, profiles } from '../profile/profile.ts'
import type { LiveConversation, StartLiveOptions } from './contract.ts'
import { Conversation } from './conversation.ts'

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

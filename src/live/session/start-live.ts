import type { Agent } from '../../core/agent/agent.ts'
import { Session } from '../../core/session/session.ts'
import { liveConfigOf } from '../declare/live-settings.ts'
import { profiles } from '../profile/profile.ts'
import { profileFor } from '../profile/profile-for.ts'
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
  if (options.session !== undefined && !(options.session instanceof Session))
    throw new TypeError('startLive: session must be a Session: read stored JSON with restoreSession of ctxc')
  const { profile: given } = options
  const profile = typeof given === 'object' ? given : profileFor(config.model, given)
  if (profile === null)
    throw new TypeError(
      `startLive: no profile for '${String(given ?? config.model)}': use one of ${Object.keys(profiles).join(', ')}, or your own`,
    )
  return new Conversation(agent, { config, profile }, options)
}

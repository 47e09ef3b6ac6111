import type { Agent } from '../../core/agent/agent.ts'
import { assertFunction, check } from '../../core/form/check.ts'
import { acceptAnyValue, type OptionsForm, readOptions } from '../../core/form/options.ts'
import { Path } from '../../core/form/path.ts'
import { Session } from '../../core/session/session.ts'
import { conversationSettings } from '../declare/live-settings.ts'
import { findProfile, profiles } from '../profile/profile.ts'
import type { LiveConversation, StartLiveOptions } from './contract.ts'
import { LiveTalk } from './conversation.ts'

const form: OptionsForm<StartLiveOptions> = {
  needs: { connect: check('a function that opens a socket', value => typeof value === 'function') },
  takes: {
    ...{
      profile: acceptAnyValue,
      state: acceptAnyValue,
      protect: acceptAnyValue,
      setup: acceptAnyValue,
      key: acceptAnyValue,
    },
    ...{ plugins: acceptAnyValue, approve: acceptAnyValue, artifacts: acceptAnyValue },
    session: check(
      'a Session: read stored JSON with restoreSession of ctxc',
      value => value instanceof Session,
    ),
    record: assertFunction,
    now: assertFunction,
  },
}

/**
 * Starts a conversation with a realtime model. The phases of an agent that `live` declared steer the model. The
 * conversation reconnects automatically, and sends the new connection everything that it lacks.
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
  const config = conversationSettings(agent)
  if (config === null) throw Path.named('startLive').in('agent').wrong('must be declared by live()')
  const { profile: given } = readOptions(form, options, 'startLive')
  const profile = typeof given === 'object' ? given : findProfile(config.model, given)
  if (profile === null)
    throw Path.named('startLive').wrong(`has no profile for '${String(given ?? config.model)}'`, {
      help: `use one of ${Object.keys(profiles).join(', ')}, or your own`,
    })
  return new LiveTalk(agent, { config, profile }, options)
}

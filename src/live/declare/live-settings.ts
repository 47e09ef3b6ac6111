import type { Agent } from '../../core/agent/agent.ts'
import type { LiveConfig } from './live-config.ts'

/** Settings of a live agent, and settings of a conversation that begins with this agent. */
interface Settings {
  readonly own: LiveConfig
  readonly all: LiveConfig
}

/** Key under which the settings are kept on the agent's instruction; all copies of this package share the key. */
const key = Symbol.for('ctxc.live')

/** Keeps the settings of a live agent on the function that writes its instruction. */
export function keepSettings(instruction: object, settings: Settings): void {
  Object.defineProperty(instruction, key, { value: settings })
}

const settingsOf = ({ instruction }: Pick<Agent, 'instruction'>): Settings | null =>
  typeof instruction === 'function' && Object.hasOwn(instruction, key)
    ? (instruction as unknown as { readonly [key]: Settings })[key]
    : null

/** Returns the settings of a conversation that begins with an agent; null if `live` did not declare it. */
export const liveConfigOf = (agent: Pick<Agent, 'instruction'>): LiveConfig | null =>
  settingsOf(agent)?.all ?? null

/**
 * Returns the settings that an agent declares itself, without those that depend on the other agents of a conversation.
 */
export const agentOwnConfig = (agent: Pick<Agent, 'instruction'>): LiveConfig | null =>
  settingsOf(agent)?.own ?? null

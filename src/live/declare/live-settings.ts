import type { Agent } from '../../core/agent/agent.ts'
import type { LiveConfig } from './live-config.ts'

/** Settings of a live agent, and of a conversation that begins with the agent. */
interface Settings {
  readonly own: LiveConfig
  readonly all: LiveConfig
}

/** Property of an agent's instruction function that has the settings. All copies of the package share this key. */
const key = Symbol.for('ctxc.live')

/** Stores the settings of a live agent on its instruction function. */
export function storeLiveSettings(instruction: object, settings: Settings): void {
  Object.defineProperty(instruction, key, { value: settings })
}

const readLiveSettings = ({ instruction }: Pick<Agent, 'instruction'>): Settings | null =>
  typeof instruction === 'function' && Object.hasOwn(instruction, key)
    ? (instruction as unknown as { readonly [key]: Settings })[key]
    : null

/** Returns the settings of a conversation that begins with an agent; null if `live` did not declare the agent. */
export const conversationSettings = (agent: Pick<Agent, 'instruction'>): LiveConfig | null =>
  readLiveSettings(agent)?.all ?? null

/**
 * Returns the settings that an agent itself declares; null if `live` did not declare the agent. They exclude settings
 * that depend on other agents of a conversation.
 */
export const agentOwnConfig = (agent: Pick<Agent, 'instruction'>): LiveConfig | null =>
  readLiveSettings(agent)?.own ?? null

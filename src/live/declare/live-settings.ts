import type { Agent } from '../../core/agent/agent.ts'
import type { LiveConfig } from './live-config.ts'

/** Settings of a live agent: its own, and those of a conversation that begins with it. */
interface Settings {
  readonly own: LiveConfig
  readonly all: LiveConfig
}

/** Key of the settings, on the agent's instruction: all copies of this package share it. */
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

/** Returns an agent's own settings, without those of its place among other agents. */
export const ownConfigOf = (agent: Pick<Agent, 'instruction'>): LiveConfig | null =>
  settingsOf(agent)?.own ?? null

import type { Agent } from '../../agent/agent.ts'
import type { LiveConfig } from './live-config.ts'

/** Key of the settings, on the agent's instruction: all copies of this package share it. */
const settings = Symbol.for('ctxc.live')

/** Keeps the settings of a live agent on the function that writes its instruction. */
export function keepSettings(instruction: object, config: LiveConfig): void {
  Object.defineProperty(instruction, settings, { value: config })
}

/** Returns the settings of an agent that `live` declared; null for any other. */
export function liveConfigOf({ instruction }: Pick<Agent, 'instruction'>): LiveConfig | null {
  if (typeof instruction !== 'function' || !Object.hasOwn(instruction, settings)) return null
  return (instruction as unknown as { readonly [settings]: LiveConfig })[settings]
}

import { isNative } from '../../../core/agent/agent.ts'
import { memberNeverRuns } from '../../../core/diag/dead.ts'
import { phaseKeysUnwritten } from '../../../core/diag/live.ts'
import type { LiveConfig } from '../../../live/declare/live-config.ts'
import { agentOwnConfig } from '../../../live/declare/live-settings.ts'
import type { Phase } from '../../../live/declare/phase.ts'
import type { Facts, StandingAgent } from '../facts.ts'
import type { CheckRule, RuleFinding } from '../finding.ts'
import { declarationPlace } from '../words.ts'

/** Reports phases of live agents that no chain of transitions reaches, and keys used in phases that nothing writes. */
export const reportPhases: CheckRule = facts =>
  facts.agents.flatMap((standing): RuleFinding[] => {
    const config = agentOwnConfig(standing.agent)
    return config === null
      ? []
      : [...reportUnreachedPhases(standing, config), ...reportUnwrittenPhaseKeys(facts, standing, config)]
  })

const reportUnreachedPhases = ({ agent, place }: StandingAgent, config: LiveConfig): RuleFinding[] =>
  unreachablePhaseNames(config).map(name => ({
    agents: [agent.name],
    diagnostic: memberNeverRuns(
      `the phase '${name}'`,
      `no transition leads to it from '${config.initialPhase}'`,
      declarationPlace(place),
      `add a transition to '${name}', or remove the phase`,
    ),
  }))

const transitionsOf = (phase: Phase | undefined): NonNullable<Phase['transitions']> =>
  phase?.terminal === true ? [] : (phase?.transitions ?? [])

function unreachablePhaseNames({ phases: all, initialPhase }: LiveConfig): readonly string[] {
  const reached = new Set(initialPhase === null ? [] : [initialPhase])
  for (const name of reached)
    for (const { to } of transitionsOf(all.find(each => each.name === name))) reached.add(to)
  return all.map(({ name }) => name).filter(name => !reached.has(name))
}

function reportUnwrittenPhaseKeys(
  facts: Facts,
  { agent, place }: StandingAgent,
  config: LiveConfig,
): RuleFinding[] {
  const written = new Set(facts.agents.flatMap(keysWrittenBy))
  const isWritten = (key: string): boolean => written.has(key) || /^(?:session|derived|turn):/.test(key)
  const findings = (who: string, keys: readonly string[]): RuleFinding[] => {
    const missing = [...new Set(keys)].filter(key => !isWritten(key))
    if (missing.length === 0) return []
    return [{ agents: [agent.name], diagnostic: phaseKeysUnwritten(who, missing, declarationPlace(place)) }]
  }
  const told = ({ modifiers = [] }: Pick<Partial<LiveConfig>, 'modifiers'>): readonly string[] =>
    modifiers.flatMap(modifier => (modifier.kind === 'state' ? modifier.keys : []))
  return [
    ...findings(`'${agent.name}'`, told(config)),
    ...config.phases.flatMap(phase =>
      findings(`the phase '${phase.name}'`, [...(phase.needs ?? []), ...told(phase)]),
    ),
  ]
}

/** Returns the keys that an agent gets from its tools, its extraction, its derived keys, or its application. */
function keysWrittenBy({ agent }: StandingAgent): readonly string[] {
  const config = agentOwnConfig(agent)
  const tools = (agent.tools ?? []).flatMap(tool => (isNative(tool) ? [] : (tool.writes ?? [])))
  return [
    ...tools,
    ...(agent.expects ?? []),
    ...(agent.outputKey === undefined ? [] : [agent.outputKey]),
    ...(config?.extract?.keys ?? []),
    ...Object.keys(config?.derived ?? {}),
  ]
}

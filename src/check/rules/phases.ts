import { neverReached } from '../../diag/dead.ts'
import type { LiveConfig } from '../../live/declare/live-config.ts'
import { liveConfigOf } from '../../live/declare/live-settings.ts'
import type { Rule } from '../finding.ts'
import { at } from '../words.ts'

/** Reports phases of live agents that no chain of transitions reaches. */
export const phases: Rule = facts =>
  [...facts.members].flatMap(([place, member]) => {
    const config = 'kind' in member ? null : liveConfigOf(member)
    if (config === null || 'kind' in member) return []
    return unreachable(config).map(name => ({
      agents: [member.name],
      diagnostic: neverReached(
        `the phase '${name}'`,
        `no transition leads to it from '${config.initialPhase}'`,
        at(place),
        `add a transition to '${name}', or leave it out`,
      ),
    }))
  })

function unreachable({ phases: all, initialPhase }: LiveConfig): readonly string[] {
  const reached = new Set(initialPhase === null ? [] : [initialPhase])
  for (const name of reached)
    for (const { to } of all.find(each => each.name === name)?.transitions ?? []) reached.add(to)
  return all.map(({ name }) => name).filter(name => !reached.has(name))
}

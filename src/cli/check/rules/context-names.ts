import { agentsNamedIn } from '../../../core/context/policy/may-show.ts'
import { contextNamesNobody } from '../../../core/diag/tree.ts'
import { roleOfAuthor } from '../../../core/ir/event.ts'
import { nearest } from '../../../core/text/nearest.ts'
import type { CheckRule } from '../finding.ts'
import { declarationPlace } from '../words.ts'

/** Author of imported messages that name no agent. */
const imported = 'agent'

/**
 * Reports contexts that name unknown agents. A program of a single agent is skipped, because the agent may be part of a
 * larger program.
 */
export const reportUnknownContextNames: CheckRule = ({ agents }) => {
  const names = [...new Set(agents.map(({ agent }) => agent.name))]
  if (names.length < 2) return []
  return agents.flatMap(({ agent, place }) =>
    agentsNamedIn(agent.context)
      .filter(name => roleOfAuthor(name) === 'model' && name !== imported && !names.includes(name))
      .map(name => {
        const meant = nearest(name, names)
        return {
          agents: [agent.name],
          diagnostic: contextNamesNobody(agent.name, name, meant, declarationPlace(place, 'context')),
        }
      }),
  )
}

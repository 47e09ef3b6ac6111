import type { Agent } from '../../../core/agent/agent.ts'
import {
  globalBelowRoot,
  nameTwice,
  noDescription,
  noTransferFrom,
  noTransferTo,
} from '../../../core/diag/tree.ts'
import { transferName } from '../../../core/ir/call.ts'
import { transferTargets } from '../../../core/program/transfer.ts'
import type { StandingAgent } from '../facts.ts'
import type { CheckRule } from '../finding.ts'
import { declarationPlace } from '../words.ts'

/** Reports names that belong to more than one agent. */
export const reportDuplicateNames: CheckRule = ({ graph, agents }) =>
  graph.doubled.map(name => {
    const places = agents
      .filter(({ agent }) => agent.name === name)
      .map(({ place }) => declarationPlace(place, 'name'))
    return { agents: [name], diagnostic: nameTwice(name, places) }
  })

/** Reports agents of an agent tree that cannot transfer, that no agent can transfer to, or that have no description. */
export const reportTransferMistakes: CheckRule = ({ agents }) => {
  const reached = new Set<Agent>()
  const visit = (standing: StandingAgent): void => {
    if (reached.has(standing.agent)) return
    reached.add(standing.agent)
    if (!toolChoiceAllowsTransfer(standing.agent)) return
    const targets = transferTargets(standing)
    for (const other of agents)
      if (targets.includes(other.agent) && other.root === standing.root) visit(other)
  }
  for (const standing of agents) if (standing.parent === null) visit(standing)
  return agents.flatMap(standing => {
    const { agent, parent, root, place } = standing
    if (parent === null) return []
    const name = [agent.name]
    if (!reached.has(agent)) {
      const notes = toolChoiceAllowsTransfer(parent)
        ? []
        : [`'${parent.name}' has a toolChoice that prevents a handover`]
      return [{ agents: name, diagnostic: noTransferTo(agent.name, notes, declarationPlace(place)) }]
    }
    const stuck = transferTargets(standing).length === 0
    return [
      ...(stuck
        ? [
            {
              agents: name,
              diagnostic: noTransferFrom(agent.name, root.name, declarationPlace(place, 'allowTransfer')),
            },
          ]
        : []),
      ...(agent.description
        ? []
        : [{ agents: name, diagnostic: noDescription(agent.name, declarationPlace(place)) }]),
    ]
  })
}

/** Reports global instructions that no agent gets, because their agent is not the root of its tree. */
export const reportUnusedGlobals: CheckRule = ({ agents }) =>
  agents.flatMap(({ agent, parent, root, place }) =>
    parent === null || agent.globalInstruction === undefined
      ? []
      : [
          {
            agents: [agent.name],
            diagnostic: globalBelowRoot(agent.name, root.name, declarationPlace(place, 'globalInstruction')),
          },
        ],
  )

/** Whether an agent may transfer at all. A transfer is a tool call, so the agent must be allowed to call tools. */
function toolChoiceAllowsTransfer({ generateConfig }: Agent): boolean {
  const choice = generateConfig?.toolChoice
  return choice !== 'none' && (typeof choice !== 'object' || choice.tool === transferName)
}

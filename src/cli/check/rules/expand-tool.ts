import { expandToolName } from '../../../core/agent/tool-facts.ts'
import { noExpandTool } from '../../../core/diag/tree.ts'
import type { Clause, PolicyNode } from '../../../core/ir/policy.ts'
import type { CheckRule } from '../finding.ts'
import { declarationPlace } from '../words.ts'

/** Reports contexts that need an expand tool, for agents that have no such tool. */
export const reportMissingExpandTool: CheckRule = ({ agents }) =>
  agents.flatMap(({ agent, place }) => {
    if (expandToolName(agent.tools) !== null || !agent.context?.some(needsExpandTool)) return []
    return [
      { agents: [agent.name], diagnostic: noExpandTool(agent.name, declarationPlace(place, 'context')) },
    ]
  })

const needsExpandTool = (node: PolicyNode | Clause): boolean =>
  node.kind === 'clause' &&
  (node.operations.some(one => one.op === 'compact' && (one.expand === 'tool' || one.at === 'arrival')) ||
    (node.orElse !== undefined && needsExpandTool(node.orElse)))

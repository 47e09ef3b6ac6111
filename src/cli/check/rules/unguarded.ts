import { type FunctionTool, isNative } from '../../../core/agent/agent.ts'
import { unguardedTools } from '../../../core/diag/protect.ts'
import type { CheckRule } from '../finding.ts'
import { shownValuesOf } from '../slots.ts'
import { declarationPlace } from '../words.ts'

/**
 * Reports agents that read texts from outsiders, know values of the state, and have tools that act without a guard. An
 * outsider's text can make such an agent act on these values.
 */
export const reportUnguardedAgents: CheckRule = facts =>
  facts.agents.flatMap(standing => {
    const { agent, place } = standing
    const tools = (agent.tools ?? []).filter((tool): tool is FunctionTool => !isNative(tool))
    const outside = tools.filter(({ external }) => external)
    const acting = tools.filter(
      ({ external, readOnly, expands, agent: inner, guard, needsApproval, name }) =>
        !external &&
        !readOnly &&
        !expands &&
        inner === undefined &&
        guard === undefined &&
        needsApproval !== true &&
        agent.toolHandlers?.get(name)?.needsApproval === undefined,
    )
    const knows =
      shownValuesOf(facts, standing).length > 0 || tools.some(({ reads = [] }) => reads.length > 0)
    if (outside.length === 0 || acting.length === 0 || !knows) return []
    const names = (some: typeof tools): readonly string[] => some.map(({ name }) => name)
    const diagnostic = unguardedTools(
      agent.name,
      names(outside),
      names(acting),
      declarationPlace(place, 'tools'),
    )
    return [{ agents: [agent.name], diagnostic }]
  })

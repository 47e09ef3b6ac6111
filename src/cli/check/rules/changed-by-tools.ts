import { changedByTools } from '../../../core/diag/instruction.ts'
import type { CheckRule } from '../finding.ts'
import { instructionSlotsOf } from '../slots.ts'
import { declarationPlace } from '../words.ts'

/**
 * Reports instructions that contain a key which the agent's own tools write. Each such tool call changes the prefix of
 * the next request.
 */
export const reportSelfChangedPrefix: CheckRule = facts =>
  facts.agents.flatMap(standing => {
    const { agent, place } = standing
    return instructionSlotsOf(facts, standing).flatMap(({ key, reference, field }) => {
      const tools = (agent.tools ?? []).flatMap(tool =>
        'name' in tool && tool.writes?.includes(key) ? [tool.name] : [],
      )
      if (tools.length === 0) return []
      const diagnostic = changedByTools(
        { agent: agent.name, reference },
        tools,
        declarationPlace(place, field),
      )
      return [{ agents: [agent.name], diagnostic }]
    })
  })

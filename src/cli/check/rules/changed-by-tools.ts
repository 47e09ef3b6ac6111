import { changedByTools } from '../../../core/diag/instruction.ts'
import { firstModel } from '../../../core/program/placed.ts'
import { allTargets } from '../../../core/vendor/all-targets.ts'
import { inferTarget } from '../../../core/vendor/infer.ts'
import type { Facts, StandingAgent } from '../facts.ts'
import type { CheckRule } from '../finding.ts'
import { instructionSlotsOf } from '../slots.ts'
import { declarationPlace } from '../words.ts'

/** Whether changes of an agent's instruction reach its model in messages, so that the prefix of its requests stays. */
function appendsInstruction({ graph, models }: Facts, standing: StandingAgent): boolean {
  const model = firstModel(graph, standing)
  const target = model === undefined ? null : inferTarget(model, null)
  if (model === undefined || target === null) return false
  return (
    allTargets[target].facts(model, models.modelRows).facts.binds?.appends?.includes('instruction') === true
  )
}

/**
 * Reports instructions that contain a key which the agent's own tools write. Each such tool call changes the prefix of
 * the next request, unless the model is told of it in a message.
 */
export const reportSelfChangedPrefix: CheckRule = facts =>
  facts.agents.flatMap(standing => {
    const { agent, place } = standing
    return instructionSlotsOf(facts, standing).flatMap(({ key, reference, field }) => {
      const tools = (agent.tools ?? []).flatMap(tool =>
        'name' in tool && tool.writes?.includes(key) ? [tool.name] : [],
      )
      if (tools.length === 0 || appendsInstruction(facts, standing)) return []
      const diagnostic = changedByTools(
        { agent: agent.name, reference },
        tools,
        declarationPlace(place, field),
      )
      return [{ agents: [agent.name], diagnostic }]
    })
  })

import { needsProviders } from '../../../core/agent/instruction.ts'
import { AgentCompiler } from '../../../core/compile/agent-compiler.ts'
import { headTooLarge } from '../../../core/diag/instruction.ts'
import { firstModel } from '../../../core/program/placed.ts'
import { readProgram } from '../../../core/program/read-program.ts'
import { createSession } from '../../../core/session/create.ts'
import { allTargets } from '../../../core/vendor/all-targets.ts'
import { inferTarget } from '../../../core/vendor/infer.ts'
import type { CheckRule } from '../finding.ts'
import { declarationPlace } from '../words.ts'

/** Reports agents whose fixed text (instruction, tools, output schema) exceeds the budget or the model's window. */
export const reportOverBudget: CheckRule = facts => {
  // If two agents share a name, a compile by name could choose the wrong agent.
  if (facts.graph.doubled.length > 0) return []
  const compiler = new AgentCompiler(readProgram(facts.program), { missing: 'empty', ...facts.models })
  const empty = createSession()
  return facts.agents.flatMap(standing => {
    const { agent, root, place } = standing
    // Without a model or a budget there is no limit. A function's text is unknown, so it cannot be counted.
    const model = firstModel(facts.graph, standing)
    if (model === undefined || needsProviders(agent, root)) return []
    // The fixed text is equal for every target, so any target can count it.
    const target = inferTarget(model, null) ?? 'text'
    const { limit, sections } = compiler.compileSync(allTargets[target], empty, { agent: agent.name }).tokens
    const { system, tools, schema } = sections
    if (limit === null || system.max + tools.max + schema.max <= limit) return []
    const sizes = { instruction: system.max, tools: tools.max, outputSchema: schema.max }
    const diagnostic = headTooLarge(agent.name, { limit, sections: sizes }, declarationPlace(place))
    return [{ agents: [agent.name], diagnostic }]
  })
}

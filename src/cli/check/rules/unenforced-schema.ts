import { AgentCompiler } from '../../../core/compile/agent-compiler.ts'
import { firstModel } from '../../../core/program/placed.ts'
import { readProgram } from '../../../core/program/read-program.ts'
import { createSession } from '../../../core/session/create.ts'
import { allTargets } from '../../../core/vendor/all-targets.ts'
import { inferTarget } from '../../../core/vendor/infer.ts'
import type { CheckRule } from '../finding.ts'
import { declarationPlace } from '../words.ts'

/** Reports output schemas that the agent's provider does not enforce. Every compile would report this too. */
export const reportUnenforcedSchemas: CheckRule = facts => {
  // If two agents share a name, a compile by name could choose the wrong agent.
  if (facts.graph.doubled.length > 0) return []
  const compiler = new AgentCompiler(readProgram(facts.program), { missing: 'empty', ...facts.models })
  const empty = createSession()
  return facts.agents.flatMap(standing => {
    const { agent, place } = standing
    const model = firstModel(facts.graph, standing)
    const target = model === undefined ? null : inferTarget(model, null)
    if (model === undefined || target === null || agent.outputSchema === undefined) return []
    // For an unknown model, a compile assumes the fewest features, so a finding would only be a guess.
    if (!allTargets[target].facts(model, facts.models.modelRows).known) return []
    const { diagnostics } = compiler.compileSync(allTargets[target], empty, { agent: agent.name })
    return diagnostics
      .filter(({ code }) => code === 'CX7020')
      .map(({ data, ...diagnostic }) => ({
        agents: [agent.name],
        diagnostic: {
          ...diagnostic,
          at: [declarationPlace(place, 'outputSchema')],
          data: { ...data, agent: agent.name },
        },
      }))
  })
}

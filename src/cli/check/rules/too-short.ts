import { needsProviders } from '../../../core/agent/instruction.ts'
import { AgentCompiler } from '../../../core/compile/agent-compiler.ts'
import { prefixTooShortForCache } from '../../../core/diag/instruction.ts'
import { firstModel } from '../../../core/program/placed.ts'
import { readProgram } from '../../../core/program/read-program.ts'
import { createSession } from '../../../core/session/create.ts'
import { allTargets } from '../../../core/vendor/all-targets.ts'
import { inferTarget } from '../../../core/vendor/infer.ts'
import type { CheckRule } from '../finding.ts'
import { instructionSlotsOf } from '../slots.ts'
import { declarationPlace } from '../words.ts'

/**
 * Reports agents whose fixed text is too short for the provider to cache, if they make one request per turn and see no
 * other agent.
 */
export const reportTooShortToCache: CheckRule = facts => {
  if (facts.graph.doubled.length > 0) return []
  const compiler = new AgentCompiler(readProgram(facts.program), { missing: 'empty', ...facts.models })
  const empty = createSession()
  return facts.agents.flatMap(standing => {
    const { agent, root, parent, place } = standing
    const model = firstModel(facts.graph, standing)
    const target = model === undefined ? null : inferTarget(model, null)
    if (model === undefined || target === null || agent.includeContents !== 'none') return []
    // With tools, a turn's requests share a longer prefix. The lengths of key values and function texts are unknown.
    const isBare = parent === null && !agent.tools?.length && !agent.subAgents?.length
    if (!isBare || needsProviders(agent, root) || instructionSlotsOf(facts, standing).length > 0) return []
    const { facts: known } = allTargets[target].facts(model, facts.models.modelRows)
    const { minimum } = known.cache
    if (minimum === null) return []
    const { system, tools, schema } = compiler.compileSync(allTargets[target], empty, { agent: agent.name })
      .tokens.sections
    const size = system.max + tools.max + schema.max
    if (size >= minimum) return []
    const diagnostic = prefixTooShortForCache(agent.name, { model, size, minimum }, declarationPlace(place))
    return [{ agents: [agent.name], diagnostic }]
  })
}

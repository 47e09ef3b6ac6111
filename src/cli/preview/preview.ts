import { createCompiler } from '../../core/compile/compiler.ts'
import { compileForm } from '../../core/compile/contract/assert-options.ts'
import type { CompileOptions } from '../../core/compile/contract/options.ts'
import { type OptionsForm, readOptions } from '../../core/form/options.ts'
import { firstModel } from '../../core/program/placed.ts'
import type { Declared } from '../../core/program/program.ts'
import { readProgram } from '../../core/program/read-program.ts'
import { assertSession } from '../../core/session/assert-session.ts'
import { createSession } from '../../core/session/create.ts'
import type { Session } from '../../core/session/session.ts'
import { describeAgent } from '../check/about-agent.ts'
import { programFacts } from '../check/facts.ts'
import { agentPreview } from './agent-preview.ts'
import { passCost } from './pass-cost.ts'
import type { AgentPreview, ProgramPreview } from './program-preview.ts'

const { agent: _, plan: __, run: ___, ...takes } = compileForm.takes
/** Form of the options of `preview`. */
export const previewForm: OptionsForm<Omit<CompileOptions, 'agent' | 'plan' | 'run'>> = { takes }

/**
 * Returns the sizes of each agent's request in a program, and the cost of one pass over the program: model calls, input
 * tokens and their price in USD. No model is called. Without a session, each agent gets an empty history, and
 * placeholders whose keys have no value are counted as written. Without a known model, sizes are those of Chat
 * Completions. `model` is for agents that name none. Throws a TypeError for a malformed program or option.
 *
 * @example
 * import { agent, pipeline } from 'ctxc'
 * import { preview } from 'ctxc/explain'
 *
 * const planner = agent({ name: 'planner', model: 'gpt-5.4', instruction: 'Plan a trip.', outputKey: 'plan' })
 * const writer = agent({ name: 'writer', model: 'gpt-5.4', instruction: 'Describe {plan}.' })
 * const { agents, pass } = await preview(pipeline(planner, writer))
 * console.log(agents.map(({ name, unknown }) => [name, unknown])) // [ [ 'planner', [] ], [ 'writer', [ 'plan' ] ] ]
 * console.log(pass.calls) // { least: 2, most: 2 }
 */
export async function preview(
  program: Declared,
  session: Session = createSession(),
  options: Omit<CompileOptions, 'agent' | 'plan' | 'run'> = {},
): Promise<ProgramPreview> {
  assertSession(session, 'preview')
  readOptions(previewForm, options, 'preview')
  const facts = programFacts(readProgram(program))
  const agents = new Map<string, AgentPreview>()
  for (const standing of facts.agents) {
    const { name } = standing.agent
    if (agents.has(name)) continue
    const { model: other, ...rest } = options
    const model = firstModel(facts.graph, standing) ?? other
    const own = { ...rest, ...(model !== undefined && { model }), agent: name }
    const first = await createCompiler(program, own).compile(session)
    // The format of a model unknown to ctxc is unknown, so its sizes are measured in the most common format.
    const isOpen = first.target === null && rest.target === undefined
    const result = isOpen
      ? await createCompiler(program, { ...own, target: 'openai-chat' }).compile(session)
      : first
    agents.set(name, agentPreview(result, standing.agent, describeAgent(facts, standing)))
  }
  return { agents: [...agents.values()], pass: passCost(facts, agents, session.state) }
}

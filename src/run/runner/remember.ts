import { type AskedAfter, memoriesAfter, outcomeEvent } from '../../core/compile/remember/after-answer.ts'
import { runEffects } from '../../core/effect/settle.ts'
import { agentIn } from '../../core/program/graph.ts'
import { sessionInScopes } from '../../core/session/view/scoped-keys.ts'
import type { AgentTask } from './answer.ts'
import type { TurnContext } from './turn-context.ts'

/** Returns the memories that a handler must still create after an agent's answer, by the agent's rules. */
export async function memoriesToRequest(
  { live, program, compilers, settings }: TurnContext,
  task: AgentTask,
  signal: AbortSignal,
): Promise<readonly AskedAfter[]> {
  const { agent } = agentIn(program.graph, task.agent)
  const { effects } = settings.compile
  if (agent.remember === undefined || effects?.extract === undefined) return []
  const events = await compilers.runSlowDetectors(live.session, agent.name, signal)
  if (events.length > 0) await live.append(() => ({ events }))
  const lens = compilers.agentViewOf(live.session, agent.name)
  const { session } = lens
  const { branch, step } = task
  const { state } = sessionInScopes(session, step.scopes ?? [])
  return memoriesAfter(agent, { session, agent: agent.name, branch, state }, effects, lens)
}

/** Creates an agent's memories, and appends them. Each new value is based on the newest session state. */
export async function appendMemories(
  { live, settings, compilers }: TurnContext,
  asked: readonly AskedAfter[],
  signal: AbortSignal,
): Promise<void> {
  const { effects = {} } = settings.compile
  for (const one of asked)
    for (const outcome of await runEffects([one.effect], effects, signal))
      await live.append(session => {
        const seen = compilers.agentViewOf(session, one.turn.agent).session
        const event = outcomeEvent(one, outcome, { session, seen })
        return event === null ? null : { events: [event] }
      })
}

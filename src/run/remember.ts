import { eventFor, memoriesAfter } from '../compile/remember/after-answer.ts'
import type { Answered } from '../compile/remember/turn-of.ts'
import { settle } from '../effect/settle.ts'
import { agentIn } from '../program/graph.ts'
import type { AskedMemory } from '../remember/asked.ts'
import type { Session } from '../session/session.ts'
import { seenIn } from '../session/view/scoped-keys.ts'
import type { AgentTask } from './answer.ts'
import type { TurnContext } from './turn-context.ts'

/** Returns the work that an agent's rules ask a handler for after its answer, unless it is done. */
export async function askedMemories(
  { live, program, compilers, settings }: TurnContext,
  task: AgentTask,
  signal: AbortSignal,
): Promise<readonly AskedMemory[]> {
  const { agent } = agentIn(program.graph, task.agent)
  const { effects } = settings.compile
  if (agent.remember === undefined || effects?.extract === undefined) return []
  const events = await compilers.detected(live.session, agent.name, signal)
  if (events.length > 0) await live.append(() => ({ events }))
  const { session } = compilers.guarded(live.session, agent.name)
  const { outcomes } = live.session.units
  return memoriesAfter(agent, answered(session, task), effects).filter(
    ({ effect }) => outcomes.of(effect.key) === undefined,
  )
}

/** Makes what an agent remembers, and appends it: each value to the state as it is then. */
export async function appendMemories(
  { live, settings }: TurnContext,
  task: AgentTask,
  asked: readonly AskedMemory[],
  signal: AbortSignal,
): Promise<void> {
  const { effects = {} } = settings.compile
  for (const one of asked) {
    const outcomes = await settle([one.effect], effects, signal)
    for (const outcome of outcomes)
      await live.append(session => ({ events: [eventFor(one, outcome, answered(session, task))] }))
  }
}

const answered = (session: Session, { agent, branch, step: { scopes = [] } }: AgentTask): Answered => ({
  session,
  agent,
  branch,
  state: seenIn(session, scopes).state,
})

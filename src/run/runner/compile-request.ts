import type { Compiled } from '../../core/compile/contract/result.ts'
import { untilAborted } from '../../core/effect/until-aborted.ts'
import type { EventInput } from '../../core/ir/event.ts'
import { agentIn } from '../../core/program/graph.ts'
import type { Session } from '../../core/session/session.ts'
import type { ModelClient } from '../models/model-client.ts'
import type { AgentTask } from './answer.ts'
import type { ModelStep } from './callbacks.ts'
import type { TurnContext } from './turn-context.ts'

/** Maximum number of times that a request is compiled again because new summaries were made. */
const mostRounds = 3

/** Whether an event that a compile returns must be stored before the model is called. */
const isStoredFirst = ({ actions }: EventInput): boolean =>
  actions?.compaction !== undefined || actions?.effect?.kind === 'detect'

/**
 * Compiles the request of a model call. If it uses new summaries or new findings of detectors, stores them first and
 * compiles again. The log must show what the request was built from, and the streamed answer may repeat a value that a
 * detector found.
 */
export async function compileRequest(
  { live, compilers, program }: TurnContext,
  { agent, branch, limit }: AgentTask,
  { client, step: { model, signal } }: { readonly client: ModelClient; readonly step: ModelStep },
  now: number,
): Promise<{ readonly session: Session; readonly compiled: Compiled }> {
  const { owner } = live.key
  const isLast = limit !== null
  const { generateConfig: config } = agentIn(program.graph, agent).agent
  const task = { agent, branch, now, signal, model, owner, target: client.target, isLast, config }
  const compileNow = async () => {
    const { session } = live
    return { session, compiled: await untilAborted(compilers.compile(session, task), signal) }
  }
  let made = await compileNow()
  for (let round = 0; round < mostRounds; round++) {
    const { events } = made.compiled
    if (!events.some(isStoredFirst)) break
    await live.append(() => ({ events }))
    made = await compileNow()
  }
  return made
}

import type { HandleSource } from '../../../core/agent/expand-tool.ts'
import { untilAborted } from '../../../core/effect/until-aborted.ts'
import { agentIn } from '../../../core/program/graph.ts'
import { modelsOf } from '../../../core/program/placed.ts'
import { clientForModel } from '../../models/model-client.ts'
import type { TurnContext } from '../turn-context.ts'

/** Returns the newest compiled request of an agent, which resolves handles. After a restart, compiles it again. */
export async function requestWithHandles(
  { compilers, live, settings, program }: TurnContext,
  { agent, branch }: { readonly agent: string; readonly branch: string },
  signal: AbortSignal,
): Promise<HandleSource | null> {
  const newest = compilers.newestOf(agent, branch)
  if (newest !== null) return newest
  const [model] = modelsOf(program.graph, agentIn(program.graph, agent))
  const client = model === undefined ? null : clientForModel(settings.models, model)
  if (model === undefined || client === null) return null
  const { target } = client
  const { owner } = live.key
  const task = { agent, branch, model, target, signal, owner, now: settings.now() }
  return untilAborted(compilers.compile(live.session, task), signal)
}

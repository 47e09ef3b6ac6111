import { agentIn } from '../../core/program/graph.ts'
import { modelsOf } from '../../core/program/placed.ts'
import { clientForModel } from '../models/model-client.ts'
import type { AgentTask, NoAnswer, RecordedAnswer } from './answer.ts'
import { Call } from './call-model.ts'
import type { AgentStep, Callbacks, ModelStep } from './callbacks.ts'
import { addRejectedProblems } from './output-check.ts'
import type { TurnContext } from './turn-context.ts'

/** Calls the models of an agent in order, until one of them answers. */
export async function callModels(
  context: TurnContext,
  task: AgentTask,
  agentStep: AgentStep,
  callbacks: readonly Callbacks[],
): Promise<RecordedAnswer | NoAnswer> {
  const { program, settings } = context
  const models = modelsOf(program.graph, agentIn(program.graph, task.agent))
  if (models.length === 0)
    return { failed: 'it has no model: set model on the agent, or on the root of its tree' }
  const reasons: string[] = []
  for (const [index, model] of models.entries()) {
    const client = clientForModel(settings.models, model)
    const step: ModelStep = { ...agentStep, model }
    const isLast = index === models.length - 1
    const answer =
      client === null
        ? { failed: `there is no client for the model '${model}': add one to the models of the runner` }
        : await new Call(context, task, { client, step, callbacks, isLast }).answer()
    if (!('failed' in answer)) return answer
    reasons.push(models.length === 1 ? answer.failed : `${model}: ${answer.failed}`)
  }
  // If the call was to repair an invalid answer, the reason also names that answer's problems.
  return { failed: addRejectedProblems(reasons.join('; '), context.live.session, task) }
}

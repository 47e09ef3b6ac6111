import { answerOf } from '../compile/answer/answer-of.ts'
import { AgentCompiler } from '../compile/compiler.ts'
import type { Compiled } from '../compile/contract/result.ts'
import type { EventInput } from '../ir/event.ts'
import type { Plan } from '../ir/plan.ts'
import type { RunAnswer } from '../ir/run-action.ts'
import { clientOf, type ModelClient } from '../models/model-client.ts'
import { agentIn } from '../program/graph.ts'
import type { NextStep } from '../program/next-step.ts'
import { modelOf } from '../program/placed.ts'
import { reasonOf } from '../text/reason.ts'
import { valueKey } from '../text/value-key.ts'
import { firstOf, type ModelStep } from './callbacks.ts'
import { rejection } from './output-check.ts'
import { planBefore } from './plan-before.ts'
import { mark, type TurnContext } from './turn-context.ts'

/** An agent to call. */
export interface AgentTask {
  readonly agent: string
  readonly branch: string
  readonly step: NextStep
}

/** Compilers of one session, by model and target: an agent whose model changes needs another one. */
export class Compilers {
  private readonly known = new Map<string, AgentCompiler>()
  private readonly context: TurnContext

  constructor(context: TurnContext) {
    this.context = context
  }

  of(client: ModelClient, model: string): AgentCompiler {
    const key = `${client.target} ${model}`
    const known = this.known.get(key)
    if (known !== undefined) return known
    const { declared, settings } = this.context
    const compiler = new AgentCompiler(declared, { ...settings.compile, target: client.target, model })
    this.known.set(key, compiler)
    return compiler
  }
}

/** Calls an agent's model and appends its answer, or a mark that the agent failed. */
export async function callModel(
  context: TurnContext,
  compilers: Compilers,
  task: AgentTask,
  signal: AbortSignal,
): Promise<void> {
  const { live, settings, program } = context
  const { agent, branch } = task
  const model = modelOf(program.graph, agentIn(program.graph, agent))
  const client = model === undefined ? null : clientOf(settings.models, model)
  if (model === undefined || client === null) {
    const why = model === undefined ? 'it has no model' : `there is no client for the model '${model}'`
    return fail(context, task, why)
  }
  await setItem(context, task)
  const { session } = live
  const now = settings.now()
  const plan: Plan | null = planBefore(session, agent, branch)
  const compiled = await compilers
    .of(client, model)
    .compile(session, { agent, run: { branch }, now, signal, plan })
  if (!compiled.ok) return fail(context, task, compiled.diagnostics[0]?.message ?? 'there is no request')
  const answered: RunAnswer = { upTo: session.length, model: compiled.model ?? model, now }
  const step: ModelStep = { agent, branch, session: { id: live.key.id } }
  const answer = await answerFrom(context, task, { client, model, compiled, step, answered }, signal)
  if ('failed' in answer) return fail(context, task, answer.failed)
  await appendAnswer(context, task, compiled, answer)
}

/** Sets the item of a `mapOver`, unless the state has it. */
async function setItem({ live }: TurnContext, { branch, step: { set = {} } }: AgentTask): Promise<void> {
  await live.append(session => {
    const isSet = Object.entries(set).every(
      ([key, value]) => Object.hasOwn(session.state, key) && valueKey(session.state[key]) === valueKey(value),
    )
    return isSet
      ? null
      : { events: [{ author: 'developer', branch, parts: [], actions: { state: { set } } }] }
  })
}

interface ModelRequest {
  readonly client: ModelClient
  readonly model: string
  readonly compiled: Compiled & { readonly ok: true }
  readonly step: ModelStep
  readonly answered: RunAnswer
}

/** Events of an answer, and what is recorded about the call. */
interface Answer {
  readonly events: readonly EventInput[]
  readonly answered: RunAnswer
}

async function answerFrom(
  context: TurnContext,
  task: AgentTask,
  { client, model, compiled, step, answered }: ModelRequest,
  signal: AbortSignal,
): Promise<Answer | { readonly failed: string }> {
  const { callbacks } = context.settings
  const said = (text: string): Answer => ({ events: textAnswer(compiled, text), answered })
  const shown: string[] = []
  try {
    const instead = await firstOf(callbacks, each => each.beforeModel?.(step, compiled))
    if (instead !== undefined) return said(instead)
    const key = `${context.live.key.id}/${answered.upTo}/${task.branch}`
    const parts = client.stream(compiled.request, { model, signal, key })
    for await (const part of parts) {
      if (signal.aborted) break
      if (part.type === 'response') {
        const events = answerOf(compiled, part.response)
        if (events.length === 0) return { failed: 'the model gave no answer' }
        const changed = await firstOf(callbacks, each => each.afterModel?.(step, events))
        const finish = part.finish === undefined ? {} : { finish: part.finish }
        return { events: changed ?? events, answered: { ...answered, ...finish } }
      }
      if (part.type === 'text') shown.push(part.text)
      context.report({
        type: 'delta',
        agent: task.agent,
        branch: task.branch,
        kind: part.type,
        text: part.text,
        ...(part.type === 'tool-call' && { tool: part.name }),
      })
    }
    if (!signal.aborted) return { failed: 'the stream of the model ended without an answer' }
  } catch (error) {
    if (!signal.aborted) {
      const instead = await firstOf(callbacks, each => each.onModelError?.(step, error)).catch(
        () => undefined,
      )
      return instead === undefined ? { failed: reasonOf(error) } : said(instead)
    }
  }
  return partialAnswer(compiled, shown.join(''), answered)
}

/** Returns what had arrived when a call was stopped, as one marked event; no events if nothing had. */
function partialAnswer({ agent }: Compiled, text: string, answered: RunAnswer): Answer {
  const { name: author, branch } = agent
  const events = text === '' ? [] : [{ author, branch, parts: [{ kind: 'text' as const, text }] }]
  return { events, answered: { ...answered, partial: true } }
}

const textAnswer = ({ agent: { name, branch, outputKey } }: Compiled, text: string): EventInput[] => [
  {
    author: name,
    branch,
    parts: [{ kind: 'text', text }],
    ...(outputKey !== null && { actions: { state: { set: { [outputKey]: text } } } }),
  },
]

/** Appends an answer in one commit, with the outcomes of effects and the plan, unless nobody waits for it any more. */
async function appendAnswer(
  { live, program }: TurnContext,
  task: AgentTask,
  { events: effects, plan }: Compiled,
  { events, answered }: Answer,
): Promise<void> {
  if (events.length === 0) return
  const { agent } = agentIn(program.graph, task.agent)
  const problem = answered.partial ? null : rejection(agent, events)
  await live.append(session => {
    if (!answered.partial && !isWanted(live.steps, task)) return null
    const first = session.length + effects.length
    const recorded = events.map((event, index) => {
      const { state, ...actions } = event.actions ?? {}
      const isLast = index === events.length - 1
      const kept = state !== undefined && problem === null && { state }
      const own = { ...actions, ...kept, ...(isLast && { run: { answered }, ...(plan && { plan }) }) }
      return Object.keys(own).length === 0 ? withoutActions(event) : { ...event, actions: own }
    })
    const seqs = events.map((_, index) => first + index)
    const feedback = problem === null ? [] : problem(session, seqs, task)
    return { events: [...effects, ...recorded, ...feedback] }
  })
}

const withoutActions = ({ actions: _, ...event }: EventInput): EventInput => event

/** Whether an agent is still next on its branch. */
const isWanted = (steps: readonly NextStep[], { agent, branch }: AgentTask): boolean =>
  steps.some(step => step.kind === 'agent' && step.agent === agent && step.branch === branch)

/** Appends a mark that an agent failed, unless it is not next any more. */
async function fail({ live }: TurnContext, task: AgentTask, why: string): Promise<void> {
  const { agent, branch } = task
  await live.append(() =>
    isWanted(live.steps, task) ? { events: [mark({ failed: { agent, branch, why } })] } : null,
  )
}

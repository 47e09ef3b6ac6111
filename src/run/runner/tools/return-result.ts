import type { Agent } from '../../../core/agent/agent.ts'
import { schemaProblems } from '../../../core/form/schema-problems.ts'
import type { EventInput, StateDelta } from '../../../core/ir/event.ts'
import type { JsonValue } from '../../../core/ir/json.ts'
import type { ResultContent } from '../../../core/ir/result.ts'
import { agentIn } from '../../../core/program/graph.ts'
import { outputKeyOf } from '../../../core/program/placed.ts'
import type { Session } from '../../../core/session/session.ts'
import { returnedResultOf, textOfValue, valueOfResult } from '../../../core/session/unit/returned-result.ts'
import { sessionInScopes } from '../../../core/session/view/scoped-keys.ts'
import { parseJson } from '../../../core/text/json.ts'
import { reasonOf } from '../../../core/text/reason.ts'
import { mergeDeltas } from '../answer.ts'
import { callbacksFor, firstText } from '../callbacks.ts'
import type { TurnContext } from '../turn-context.ts'
import { type CallTask, responseOf } from './call-task.ts'
import { findTool } from './find-tool.ts'
import { RecordedState } from './tool-context.ts'
import type { ToolOutcome } from './tool-result.ts'

/** Whether an agent's tool returns directly: a result that is no error is the agent's answer. */
export const returnsDirectly = (
  { program }: Pick<TurnContext, 'program'>,
  agent: string,
  tool: string,
  { isError }: ToolOutcome,
): boolean =>
  isError !== true && findTool(agentIn(program.graph, agent).agent, tool)?.tool.returnDirect === true

/** A result that may be the answer of the agent that made the call. */
export interface DirectResult {
  readonly outcome: ToolOutcome
  /** Number of the last content parts that are the answer. */
  readonly parts: number
  /** Why the agent failed after the call; null if it did not. */
  readonly failed: string | null
}

/**
 * Returns the outcome of a call as the callback `afterAgent` changed it, if its result is the answer. If the callback
 * fails, the result stays, because its tool may have done something: `onAgentError` may give an answer to record beside it.
 */
export async function applyAfterAgentToResult(
  { live, settings, program }: TurnContext,
  { call, agent, branch, scopes }: Pick<CallTask, 'call' | 'agent' | 'branch' | 'scopes'>,
  outcome: ToolOutcome,
  signal: AbortSignal,
): Promise<DirectResult> {
  const { content } = outcome
  const placed = agentIn(program.graph, agent)
  const callbacks = callbacksFor(settings.callbacks, placed.agent)
  const own = { outcome, parts: content.length, failed: null }
  if (callbacks.length === 0 || isAnswered(live.session, call)) return own
  if (whyNoAnswer(placed.agent, content) !== null) return own
  const state = new RecordedState(sessionInScopes(live.session, scopes))
  const step = { agent, branch, session: live.key, state, signal }
  const withText = (text: string, before: ToolOutcome['content']): DirectResult => {
    const whole = [...before, { kind: 'text' as const, text }]
    return { ...own, outcome: { ...outcome, content: whole }, parts: 1 }
  }
  const withChanges = (result: DirectResult): DirectResult => {
    const changes = state.takeChanges()
    if (changes === null) return result
    const merged = mergeDeltas(outcome.state ?? undefined, changes)
    return { ...result, outcome: { ...result.outcome, state: merged } }
  }
  const text = textOfValue(valueOfResult(content))
  try {
    const changed = await firstText(callbacks, signal, each => each.afterAgent?.(step, text))
    return withChanges(changed === undefined || changed === text ? own : withText(changed, []))
  } catch (error) {
    // If a callback was aborted, the answer is still valid.
    if (signal.aborted) return own
    const failed = reasonOf(error)
    const instead = await firstText(callbacks, signal, each =>
      each.onAgentError?.(step, new Error(failed)),
    ).catch(() => undefined)
    return instead === undefined ? { ...own, failed } : withChanges(withText(instead, content))
  }
}

/** Event of a result, and the content part at which the tool's own content begins. */
interface ResultEvent {
  readonly event: EventInput
  readonly from: number
}

/**
 * Returns the event of a result that is the agent's answer. It stays an ordinary result if another result of the same
 * response is the answer already, or if it does not match the agent's output schema.
 */
export function returnedEvent(
  { program }: Pick<TurnContext, 'program'>,
  session: Session,
  { call, agent: name }: Pick<CallTask, 'call' | 'agent'>,
  { event, from }: ResultEvent,
): EventInput {
  if (isAnswered(session, call)) return event
  const placed = agentIn(program.graph, name)
  const content = (event.parts ?? []).flatMap(part => (part.kind === 'tool-result' ? part.content : []))
  const answer = content.slice(from)
  const why = whyNoAnswer(placed.agent, answer)
  if (why !== null) return withActions(event, { returned: { why } })
  const key = outputKeyOf(program.graph, placed)
  const set = key === undefined ? undefined : { set: { [key]: answerOf(placed.agent, answer) } }
  return withActions(event, { returned: { ...(from > 0 && { from }) } }, set)
}

/** Returns why content cannot be the answer of an agent; null if it can. */
function whyNoAnswer(agent: Agent, content: readonly ResultContent[]): string | null {
  const { outputSchema } = agent
  if (outputSchema === undefined) return null
  const problems = schemaProblems(answerOf(agent, content), outputSchema.schema)
  return problems.length > 0 ? `the result is no valid answer: ${problems.join('; ')}` : null
}

function answerOf({ outputSchema }: Agent, content: readonly ResultContent[]): JsonValue {
  const value = valueOfResult(content)
  return outputSchema !== undefined && typeof value === 'string' ? parseJson(value, value) : value
}

/** Whether a result of the response that contains a call is the answer. */
function isAnswered(session: Session, call: string): boolean {
  const unit = responseOf(session, call)
  return unit !== null && returnedResultOf(session.units, unit) !== null
}

/** Returns an event with a mark, and with a change of the state beside its own. */
const withActions = (
  event: EventInput,
  mark: NonNullable<NonNullable<EventInput['actions']>['run']>,
  change?: StateDelta,
): EventInput => ({
  ...event,
  actions: {
    ...event.actions,
    ...(change !== undefined && { state: mergeDeltas(event.actions?.state, change) }),
    run: { ...event.actions?.run, ...mark },
  },
})

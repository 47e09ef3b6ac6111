import { schemaProblems } from '../../../core/form/schema-problems.ts'
import type { EventInput, StateDelta } from '../../../core/ir/event.ts'
import type { JsonValue } from '../../../core/ir/json.ts'
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
import type { CallTask } from './call-task.ts'
import { findTool } from './find-tool.ts'
import { RecordedState } from './tool-context.ts'
import { failedOutcome, type ToolOutcome } from './tool-result.ts'

/** Place of a call, and the agent that made it. */
type Caller = Pick<CallTask, 'agent' | 'branch' | 'scopes'>

/** Whether an agent's tool returns directly: a result that is no error is the agent's answer. */
export const returnsDirectly = (
  { program }: Pick<TurnContext, 'program'>,
  agent: string,
  tool: string,
  { isError }: ToolOutcome,
): boolean =>
  isError !== true && findTool(agentIn(program.graph, agent).agent, tool)?.tool.returnDirect === true

/** Returns the outcome of a call whose result is the answer, as the callback `afterAgent` changed it. */
export async function applyAfterAgentToResult(
  { live, settings, program }: TurnContext,
  { agent, branch, scopes }: Caller,
  outcome: ToolOutcome,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const callbacks = callbacksFor(settings.callbacks, agentIn(program.graph, agent).agent)
  if (callbacks.length === 0) return outcome
  const state = new RecordedState(sessionInScopes(live.session, scopes).state)
  const step = { agent, branch, session: live.key, state, signal }
  const text = textOfValue(valueOfResult(outcome.content))
  try {
    const changed = await firstText(callbacks, signal, each => each.afterAgent?.(step, text))
    const changes = state.takeChanges()
    return {
      ...outcome,
      ...(changes !== null && { state: mergeDeltas(outcome.state ?? undefined, changes) }),
      ...(changed !== undefined && changed !== text && { content: [{ kind: 'text', text: changed }] }),
    }
  } catch (error) {
    if (signal.aborted) throw error
    return failedOutcome(reasonOf(error))
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
  const { outputSchema } = placed.agent
  const value = answerOf(event, from, outputSchema !== undefined)
  const problems = outputSchema === undefined ? [] : schemaProblems(value, outputSchema.schema)
  if (problems.length > 0)
    return withActions(event, { returned: { why: `the result is no valid answer: ${problems.join('; ')}` } })
  const key = outputKeyOf(program.graph, placed)
  const set = key === undefined ? undefined : { set: { [key]: value } }
  return withActions(event, { returned: { ...(from > 0 && { from }) } }, set)
}

function answerOf({ parts = [] }: EventInput, from: number, isJson: boolean): JsonValue {
  const content = parts.flatMap(part => (part.kind === 'tool-result' ? part.content : []))
  const value = valueOfResult(content.slice(from))
  return isJson && typeof value === 'string' ? parseJson(value, value) : value
}

/** Whether a result of the response that contains a call is the answer. */
function isAnswered(session: Session, call: string): boolean {
  const { units } = session
  return units.answerableUnits().some(
    unit =>
      returnedResultOf(units, unit) !== null &&
      units.rows.callsOf(unit).some(index => {
        const { seq, part } = units.rows.call(index)
        return `${seq}.${part}` === call
      }),
  )
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

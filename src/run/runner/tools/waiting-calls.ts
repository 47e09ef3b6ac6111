import { schemaProblems } from '../../../core/form/schema-problems.ts'
import type { ToolCallPart } from '../../../core/ir/call.ts'
import type { JsonObject, JsonValue } from '../../../core/ir/json.ts'
import type { CallQuestion, ShownTool } from '../../../core/ir/run-action.ts'
import { readArguments } from '../../../core/lower/arguments.ts'
import { agentIn, type Graph } from '../../../core/program/graph.ts'
import type { NextStep } from '../../../core/program/next-step.ts'
import { callToApprove } from '../../../core/program/open-approvals.ts'
import type { Session } from '../../../core/session/session.ts'
import { callAt, callToRun } from './call-task.ts'
import { digestOfCall, shownTool } from './digest-call.ts'
import { type FoundTool, findTool, toolNamesOf } from './find-tool.ts'

/** Call that waits for a decision or an answer. */
export interface WaitingCall {
  /** Place of the call, as `seq.part`. */
  readonly call: string
  readonly agent: string
  readonly tool: string
  readonly arguments: JsonValue
  /** Decision that the call waits for: `approve` or `deny`, or `answer` of the runner. */
  readonly for: 'approval' | 'answer'
  /** JSON Schema of the answer. */
  readonly outputSchema?: JsonObject
  /** Question to which the answer is: words of the server of an MCP tool, which is an outsider, and pages to open. */
  readonly question?: { readonly message: string; readonly urls?: readonly string[] }
  /** Milliseconds since 1970 at which the call is denied; omitted if it waits forever. */
  readonly until?: number
  /** Declaration of the tool when the call began to wait, and now, if they differ; null if the tool is gone. */
  readonly changed?: { readonly before: ShownTool; readonly now: ShownTool | null }
  /** Reason why the call cannot run, so that only `deny` is accepted, such as `there is no tool 'pay'`. */
  readonly problem?: string
}

/** Returns the calls that wait for a decision or an answer. */
export const waitingCallsIn = (
  session: Session,
  graph: Graph,
  steps: readonly NextStep[],
): readonly WaitingCall[] =>
  steps.flatMap(({ kind, agent = '', calls = [], approvals = [] }) =>
    kind === 'wait'
      ? [
          ...calls.map(call => toWaitingCall(session, graph, call, agent)),
          ...approvals.map(place => toProviderWaitingCall(session, place, agent)),
        ]
      : [],
  )

/** Returns a waiting call that the provider itself runs after an approval. */
function toProviderWaitingCall(session: Session, place: string, agent: string): WaitingCall {
  const { parts } = session.event(Number.parseInt(place, 10))
  const { name, input } = callToApprove(callAt(session, place), parts)
  return { call: place, agent, tool: name, arguments: input, for: 'approval' }
}

function toWaitingCall(session: Session, graph: Graph, call: string, agent: string): WaitingCall {
  const part = callToRun(session, call)
  const mark = session.units.runMarks.marksOfCall(call).findLast(each => each.kind === 'waits')
  const { for: wanted = 'approval', until, digest, tool: before = {}, question } = mark ?? {}
  const found = findTool(agentIn(graph, agent).agent, part.name)
  const now = found === null ? null : shownTool(found.tool)
  const isChanged = digest !== undefined && digest !== digestOfCall(part, found?.tool ?? null)
  const outputSchema = question === undefined ? now?.outputSchema : question.schema
  const problem = problemOfCall(part, found, toolNamesOf(agentIn(graph, agent).agent))
  return {
    ...{ call, agent, tool: part.name, arguments: argumentsOf(part) },
    for: wanted,
    ...(wanted === 'answer' && outputSchema !== undefined && { outputSchema }),
    ...(question !== undefined && { question: shownQuestion(question) }),
    ...(until !== undefined && { until }),
    ...(isChanged && { changed: { before, now } }),
    ...(problem !== null && { problem }),
  }
}

/** Returns what a person is shown of a question beside the schema of its answer. */
const shownQuestion = ({ message, urls }: CallQuestion): NonNullable<WaitingCall['question']> => ({
  message,
  ...(urls !== undefined && { urls }),
})

const argumentsOf = (part: ToolCallPart): JsonValue =>
  part.freeform ? part.arguments : readArguments(part).value

/** Returns the reason why a call cannot run; null if it can. `names` are those of the agent's tools. */
export function problemOfCall(
  part: ToolCallPart,
  found: FoundTool | null,
  names: readonly string[],
): string | null {
  if (found === null) return unknownToolText(part.name, names)
  const { parameters } = found.tool
  const problems =
    parameters === undefined || part.freeform ? [] : schemaProblems(argumentsOf(part), parameters)
  return problems.length === 0 ? null : `invalid arguments: ${problems.join('; ')}`
}

/** Result text of a call of a tool that the agent does not have. Its wording is part of the contract. */
export const unknownToolText = (name: string, names: readonly string[]): string =>
  `there is no tool '${name}'${names.length === 0 ? '' : `; the tools are ${names.join(', ')}`}`

import type { ToolCallPart } from '../../core/ir/call.ts'
import type { EventInput } from '../../core/ir/event.ts'
import type { JsonValue } from '../../core/ir/json.ts'
import type { OpaquePart } from '../../core/ir/opaque.ts'
import type { RunDecision } from '../../core/ir/run-action.ts'
import { agentIn, type Graph } from '../../core/program/graph.ts'
import type { Session } from '../../core/session/session.ts'
import { isTooDeep } from '../../core/text/depth.ts'
import { digest } from '../../core/text/digest.ts'
import { isEqual } from '../../core/text/equal.ts'
import { toJson } from '../../core/text/json.ts'
import { frozenJson, NotJson } from '../../core/text/json-value.ts'
import type { LiveSession } from './live-session.ts'
import { providerApprovalAnswer } from './tools/answer-to-provider.ts'
import { callAt, callToRun, cancelledText, hasResult } from './tools/call-task.ts'
import { digestOfCall, waitsMark } from './tools/digest-call.ts'
import { findTool, toolNamesOf } from './tools/find-tool.ts'
import { validateAnswer, validateCall } from './tools/validate-call.ts'
import { problemOfCall } from './tools/waiting-calls.ts'
import { runnerMark } from './turn-context.ts'

/** Error of a decision on a call that does not wait for it, or that a person must look at again, or of a wrong answer. */
export class DecisionError extends Error {
  override readonly name = 'DecisionError'
  /** Problems of an answer or of changed arguments that do not fit the tool's schema, or that are not JSON. */
  readonly problems: readonly string[]

  constructor(message: string, problems: readonly string[] = []) {
    super(message)
    this.problems = problems
  }
}

/** Returns a copy of a value that a person gave. Throws a `DecisionError` that names it if it can never be recorded. */
export function copyGiven(value: unknown, name: 'answer' | 'arguments'): JsonValue {
  try {
    // The value is stored within an event of its call's result, which is no deeper than any other event.
    if (isTooDeep({ parts: [{ content: [{ value }] }] }))
      throw new NotJson('is nested too deeply, or contains itself')
    return frozenJson(value)
  } catch (error) {
    throw invalid('the decision cannot be recorded', [`${name} ${(error as NotJson).message}`])
  }
}

/**
 * Appends an approval of a call with changed arguments. Rejects with a `DecisionError` if the call does not wait for it, or
 * if the arguments do not fit the tool's parameters.
 */
export async function appendApproval(
  live: LiveSession,
  graph: Graph,
  decision: Omit<RunDecision, 'digest'>,
  now: number,
): Promise<void> {
  const { call, arguments: given } = decision
  const waiting = waitingCall(live, graph, call, live.session)
  if (given === undefined || waiting?.found == null) return appendDecision(live, graph, decision, now)
  const { part, found } = waiting
  const validated = part.freeform
    ? { ok: false as const, problems: ['its tool takes a text'] }
    : await validateCall(edited(part, decision), found)
  if (!validated.ok)
    throw invalid(`the changed arguments of call '${call}' are not valid`, validated.problems)
  await appendDecision(live, graph, decision, now)
}

const invalid = (what: string, problems: readonly string[]): DecisionError =>
  new DecisionError(`${what}: ${problems.join('; ')}`, problems)

/** Appends an answer to a call. Rejects with a `DecisionError` if it is not waited for, or does not fit the tool's schema. */
export async function appendGivenAnswer(
  live: LiveSession,
  graph: Graph,
  { call, by, answer }: { readonly call: string; readonly by: string; readonly answer: JsonValue },
  now: number,
): Promise<void> {
  const waiting = waitingCall(live, graph, call, live.session)
  const validated =
    waiting?.isForAnswer === true && waiting.found !== null
      ? await validateAnswer(answer, waiting.found, waiting.question)
      : { ok: true as const, value: answer }
  if (!validated.ok) throw invalid(`the answer to call '${call}' is not valid`, validated.problems)
  await appendDecision(
    live,
    graph,
    { call, by, approved: true, answer: copyGiven(validated.value, 'answer') },
    now,
  )
}

/**
 * Appends a decision on a call. If the call's tool was redeclared while the call waited, an approval or an answer does not
 * count, because nobody has seen what would run. The call then waits again. Rejects with a `DecisionError` if the decision
 * does not count: an approval cannot decide on a call that waits for an answer. `now` is in milliseconds since 1970.
 */
async function appendDecision(
  live: LiveSession,
  graph: Graph,
  decision: Omit<RunDecision, 'digest'>,
  now: number,
): Promise<void> {
  const { call, approved, answer } = decision
  let isNew = false
  const appended = await live.appendFromOutside(session => {
    const isOfProvider = live.steps.some(({ approvals = [] }) => approvals.includes(call))
    // A provider runs such a call with the arguments that it has.
    if (isOfProvider && (answer ?? decision.arguments) !== undefined) return null
    if (isOfProvider) {
      const { payload } = callAt(session, call) as unknown as OpaquePart
      const decided = { ...decision, digest: digest(toJson(payload)) }
      const result = providerApprovalAnswer(session, call, approved, decision.why)
      return { events: [{ ...result, actions: { run: { decided } } }] }
    }
    const waiting = waitingCall(live, graph, call, session)
    if (waiting === null || waiting.until <= now) return null
    const { found, part, isForAnswer, question, shown, names } = waiting
    if (approved && isForAnswer !== (answer !== undefined)) return null
    const problem = problemOfCall(edited(part, decision), found, names)
    if (approved && problem !== null) throw invalid(`call '${call}' cannot run`, [problem])
    const tool = found?.tool ?? null
    const shownNow = digestOfCall(part, tool)
    isNew = approved && shown !== undefined && shown !== shownNow
    return {
      events: [
        isNew
          ? runnerMark(waitsMark({ place: call, call: part, found, isForAnswer, question }, now))
          : decidedEvent(live, { ...decision, ...(question && { question: true }) }, kept =>
              digestOfCall(edited(part, kept), tool),
            ),
      ],
    }
  })
  const wanted = answer === undefined ? 'a decision' : 'an answer'
  if (appended === null)
    throw new DecisionError(
      `no call '${call}' of session '${live.key.id}' waits for ${wanted}${whyNotWaiting(live, call)}`,
    )
  if (isNew)
    throw new DecisionError(
      `the tool of call '${call}' was declared anew since the call waits: look at it again, then ${answer === undefined ? 'approve' : 'answer'} it`,
    )
}

/** Returns the event of a decision. Its digest is of what is stored, because the call runs with the stored arguments. */
function decidedEvent(
  live: LiveSession,
  decision: Omit<RunDecision, 'digest'>,
  digestOf: (kept: Omit<RunDecision, 'digest'>) => string,
): EventInput {
  const given = { ...decision, digest: '' }
  const kept = live.withoutRemoved(runnerMark({ decided: given })).actions?.run?.decided ?? given
  // The tool gets the stored answer, and its server would take a placeholder for what the person typed.
  if (decision.question && !isEqual(kept.answer, decision.answer))
    throw invalid('the answer cannot be given', ['answer has a value that may not be stored'])
  return runnerMark({ decided: { ...kept, digest: digestOf(kept) } })
}

/** Returns the part of a call with the arguments of a decision. */
const edited = (part: ToolCallPart, { arguments: given }: Pick<RunDecision, 'arguments'>): ToolCallPart =>
  given === undefined ? part : { ...part, arguments: given }

/** Returns the reason why a call does not wait any more, as the end of a sentence; '' if it is not known. */
function whyNotWaiting({ session, steps }: LiveSession, call: string): string {
  if (steps.some(({ cancelled = [] }) => cancelled.includes(call))) return `: ${cancelledText}`
  return hasResult(session, call) ? ': the call has a result' : ''
}

/** Returns the facts about a call that waits for a decision; null for any other call. */
function waitingCall({ steps }: LiveSession, graph: Graph, call: string, session: Session) {
  const step = steps.find(({ kind, calls = [] }) => kind === 'wait' && calls.includes(call))
  if (step === undefined) return null
  const part = callToRun(session, call)
  const { agent } = agentIn(graph, step.agent)
  const mark = session.units.runMarks.marksOfCall(call).findLast(each => each.kind === 'waits')
  return {
    part,
    found: findTool(agent, part.name),
    names: toolNamesOf(agent),
    isForAnswer: mark?.for === 'answer',
    question: mark?.question,
    shown: mark?.digest,
    until: mark?.until ?? Number.POSITIVE_INFINITY,
  }
}

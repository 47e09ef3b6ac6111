import { agentOfTool } from '../../../core/agent/tool-facts.ts'
import type { EventInput } from '../../../core/ir/event.ts'
import type { RunAction } from '../../../core/ir/run-action.ts'
import type { FinishedCall, NextStep } from '../../../core/program/next-step.ts'
import type { Session } from '../../../core/session/session.ts'
import { toJson } from '../../../core/text/json.ts'
import type { TurnContext } from '../turn-context.ts'
import { boundContent } from './bound-result.ts'
import { type CallTask, callAt } from './call-task.ts'
import { findTool } from './find-tool.ts'
import { resultEvent } from './tool-result.ts'

/** Result text of a call whose agent works in the background. Its wording is part of the contract. */
const receiptText = (call: string): string =>
  `started in the background as task ${call}. Its report comes as a message when it has ended, so go on without it`

/** Report text of such an agent. Its wording is part of the contract. */
const reportText = (finished: FinishedCall): string => {
  if ('failed' in finished) return `Task ${finished.call} failed: ${finished.failed}`
  const { call, value } = finished
  return `Task ${call} has ended. Report: ${typeof value === 'string' ? value : toJson(value)}`
}

/** Returns the result of a call whose agent begins to work in the background. */
export function receiptOf(session: Session, { call, branch }: Pick<CallTask, 'call' | 'branch'>): EventInput {
  const text = receiptText(call)
  const event = resultEvent(callAt(session, call), branch, { content: [{ kind: 'text', text }] })
  return { ...event, actions: { run: { background: { call } } } }
}

/** Returns the report of an agent that worked in the background, on the branch of its caller. */
export function reportOf(
  { program, live, settings }: Pick<TurnContext, 'program' | 'live' | 'settings'>,
  { agent = '', branch, finished = [] }: NextStep,
  asked: NonNullable<RunAction['asked']>,
): EventInput {
  const [end] = finished as readonly [FinishedCall]
  const { name } = callAt(live.session, end.call)
  // A deploy may have taken the caller away.
  const caller = program.graph.agents.get(agent)?.agent ?? { name: agent }
  const tool = findTool(caller, name)?.tool
  const wakes = tool?.background === 'wake' && 'value' in end
  return {
    author: agentOfTool(caller, name)?.name ?? name,
    branch,
    parts: boundContent([{ kind: 'text', text: reportText(end) }], settings.resultCharacters),
    // Trusted as the result of the call would be.
    trust: tool?.external === true ? 'external' : 'tool',
    visibility: 'internal',
    actions: { run: { reported: { call: end.call }, ...(wakes && { asked }) } },
  }
}

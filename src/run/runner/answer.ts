import type { LaterWork } from '../../core/compile/later/later-work.ts'
import type { EventInput, StateDelta } from '../../core/ir/event.ts'
import type { Plan } from '../../core/ir/plan.ts'
import { isPausedAnswer } from '../../core/ir/provider-call.ts'
import type { RunAction, RunAnswer } from '../../core/ir/run-action.ts'
import type { NextStep } from '../../core/program/next-step.ts'
import type { Session } from '../../core/session/session.ts'
import { isEqual } from '../../core/text/equal.ts'
import { parseJson } from '../../core/text/json.ts'
import type { BilledCall } from './call-cost.ts'

/** Agent whose model must be called next. */
export interface AgentTask {
  readonly agent: string
  readonly branch: string
  /** State key under which the agent's answers are stored; undefined for none. */
  readonly outputKey: string | undefined
  /** Whether the answer is JSON, so that its parsed value is stored under the key. */
  readonly isJson: boolean
  readonly step: NextStep
  /** Number of events in the session when this task was made. */
  readonly since: number
  /** Reached limit, if this call is the agent's last one because of it; null for none. */
  readonly limit: NonNullable<RunAction['limit']> | null
}

/**
 * Whether an agent is still next for what a task asks it. An agent that the program comes to again, such as in the next
 * round of a loop, has another part of the log before it.
 */
export const isAgentNext = (steps: readonly NextStep[], { agent, branch, step: asked }: AgentTask): boolean =>
  steps.some(
    step =>
      step.kind === 'agent' &&
      step.agent === agent &&
      step.branch === branch &&
      isEqual(scopeBegins(step), scopeBegins(asked)),
  )

const scopeBegins = ({ scopes = [] }: NextStep): readonly number[] => scopes.map(({ from }) => from)

/** Events of an answer, and the facts that are stored with them. */
export interface RecordedAnswer {
  readonly events: readonly EventInput[]
  /** Outcomes of effects that the compile used, such as summaries. */
  readonly effects: readonly EventInput[]
  readonly plan: Plan | null
  /** Work that prepares later requests. */
  readonly later: LaterWork
  readonly answered: RunAnswer
  /** Model call that gave the answer, as far as it is billed; null if no model was called. */
  readonly billed: BilledCall | null
}

/** Reason why there is no answer. */
export interface NoAnswer {
  readonly failed: string
}

/** Returns the record of an answer that a callback gave instead of the model. */
export const recordCallbackAnswer = (
  { agent, branch, outputKey, isJson }: AgentTask,
  text: string,
  { effects, plan, later, answered, billed }: Omit<RecordedAnswer, 'events'>,
): RecordedAnswer => ({
  events: [
    {
      author: agent,
      branch,
      parts: [{ kind: 'text', text }],
      ...(outputKey !== undefined && {
        actions: { state: { set: { [outputKey]: isJson ? parseJson(text, text) : text } } },
      }),
    },
  ],
  effects,
  plan,
  later,
  answered,
  billed,
})

/** Returns the text of an answer that ends its agent's turn; null if the turn continues. */
export function textThatEndsTurn({ events, answered }: RecordedAnswer): string | null {
  const parts = events.flatMap(event => event.parts ?? [])
  if (answered.partial || isPausedAnswer(parts) || parts.some(({ kind }) => kind === 'tool-call')) return null
  return textOf(events)
}

/** Returns an answer with another text. The usage that the model reported is kept. */
export function replaceAnswerText(answer: RecordedAnswer, task: AgentTask, text: string): RecordedAnswer {
  const said = recordCallbackAnswer(task, text, answer)
  return { ...said, events: withUsageOf(answer, said.events) }
}

/** Returns events that replace those of an answer, with the usage that the model reported. */
export function withUsageOf(
  { events: before }: Pick<RecordedAnswer, 'events'>,
  events: readonly EventInput[],
): readonly EventInput[] {
  const usage = usageOfAnswer(before)
  const last = events.at(-1)
  if (usage === undefined || last === undefined || usageOfAnswer(events) !== undefined) return events
  return [...events.slice(0, -1), { ...last, actions: { ...last.actions, usage } }]
}

/**
 * Returns an answer that arrived after its run was cancelled, in the form of a partial answer: its text, without its
 * calls.
 */
export function toPartialAnswer(
  answer: RecordedAnswer,
  { agent: author, branch }: AgentTask,
): RecordedAnswer {
  const text = textOf(answer.events)
  const events = text === '' ? [] : [{ author, branch, parts: [{ kind: 'text' as const, text }] }]
  return {
    ...answer,
    events: withUsageOf(answer, events),
    answered: { ...answer.answered, partial: true },
  }
}

/** Returns the usage that the provider reported for an answer; undefined if it reported none. */
export const usageOfAnswer = (events: readonly EventInput[]) =>
  events.map(({ actions }) => actions?.usage).find(used => used !== undefined)

const textOf = (events: readonly EventInput[]): string =>
  events
    .flatMap(({ parts = [] }) => parts)
    .map(part => (part.kind === 'text' ? part.text : ''))
    .join('')

/** Merges two changes of the session state. The second one wins. */
export function mergeDeltas(first: StateDelta | undefined, second: StateDelta): StateDelta {
  const gone = new Set(second.delete)
  const set = { ...first?.set, ...second.set }
  for (const key of gone) delete set[key]
  const kept = (first?.delete ?? []).filter(key => !Object.hasOwn(set, key))
  return { set, delete: [...new Set([...kept, ...gone])] }
}

/** Returns the error for an answer without content, with the provider's reason for its end. */
export const noAnswerError = (finish: unknown): Error =>
  new Error(`the model gave no answer${typeof finish === 'string' && finish !== '' ? ` (${finish})` : ''}`)

/** Returns the provider's id of an agent's last response on its branch; null if there is none. */
export function lastResponseId(session: Session, { agent, branch }: AgentTask): string | null {
  for (let seq = session.length - 1; seq >= 0; seq--) {
    const { author, branch: place, response } = session.event(seq)
    // Labels that ctxc made itself are not ids of the provider.
    if (author === agent && place === branch && response !== '')
      return response.startsWith('answer-') ? null : response
  }
  return null
}

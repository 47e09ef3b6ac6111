import type { LaterWork } from '../../core/compile/later/later-work.ts'
import type { EventInput, StateDelta } from '../../core/ir/event.ts'
import type { Plan } from '../../core/ir/plan.ts'
import { isPaused } from '../../core/ir/provider-call.ts'
import type { RunAction, RunAnswer } from '../../core/ir/run-action.ts'
import type { NextStep } from '../../core/program/next-step.ts'
import { parseJson } from '../../core/text/json.ts'

/** An agent to call. */
export interface AgentTask {
  readonly agent: string
  readonly branch: string
  /** Key that keeps the agent's answers; undefined for none. */
  readonly outputKey: string | undefined
  /** Whether the key keeps the value of the JSON that is the answer. */
  readonly isJson: boolean
  readonly step: NextStep
  /** Number of events of the session when the agent's turn to answer came. */
  readonly since: number
  /** The limit that this call is the last one before; null for none. */
  readonly limit: NonNullable<RunAction['limit']> | null
}

/** Events of an answer, and what is recorded with it. */
export interface RecordedAnswer {
  readonly events: readonly EventInput[]
  /** Outcomes of effects that the compile had. */
  readonly effects: readonly EventInput[]
  readonly plan: Plan | null
  /** Work that the compile wants for later ones. */
  readonly later: LaterWork
  readonly answered: RunAnswer
}

/** Reason that there is no answer. */
export interface NoAnswer {
  readonly failed: string
}

/** Returns an answer that is not a model's, but a callback's. */
export const saidInstead = (
  { agent, branch, outputKey, isJson }: AgentTask,
  text: string,
  { effects, plan, later, answered }: Omit<RecordedAnswer, 'events'>,
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
})

/** Returns the text of an answer that ends its agent's turn; null if the turn goes on. */
export function finalText({ events, answered }: RecordedAnswer): string | null {
  const parts = events.flatMap(event => event.parts ?? [])
  if (answered.partial || isPaused(parts) || parts.some(({ kind }) => kind === 'tool-call')) return null
  return textOf(events)
}

/** Returns an answer with another text; what its model used stays on record. */
export function withText(answer: RecordedAnswer, task: AgentTask, text: string): RecordedAnswer {
  const usage = usageOf(answer.events)
  const said = saidInstead(task, text, answer)
  const events = said.events.map(event => ({
    ...event,
    actions: { ...event.actions, ...(usage && { usage }) },
  }))
  return { ...said, events }
}

/** Returns an answer that came after its run was stopped, as one that was cut off: its text, without calls. */
export function cutOff(answer: RecordedAnswer, { agent: author, branch }: AgentTask): RecordedAnswer {
  const { events, answered } = answer
  const text = textOf(events)
  const usage = usageOf(events)
  const event = {
    author,
    branch,
    parts: [{ kind: 'text' as const, text }],
    ...(usage && { actions: { usage } }),
  }
  return { ...answer, events: text === '' ? [] : [event], answered: { ...answered, partial: true } }
}

const usageOf = (events: readonly EventInput[]) =>
  events.map(({ actions }) => actions?.usage).find(used => used !== undefined)

const textOf = (events: readonly EventInput[]): string =>
  events
    .flatMap(({ parts = [] }) => parts)
    .map(part => (part.kind === 'text' ? part.text : ''))
    .join('')

/** Returns two changes of the state as one; the second one wins. */
export function joinedDelta(first: StateDelta | undefined, second: StateDelta): StateDelta {
  const gone = new Set(second.delete)
  const set = { ...first?.set, ...second.set }
  for (const key of gone) delete set[key]
  const kept = (first?.delete ?? []).filter(key => !Object.hasOwn(set, key))
  return { set, delete: [...new Set([...kept, ...gone])] }
}

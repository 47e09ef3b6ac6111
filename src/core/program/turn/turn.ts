import type { Agent } from '../../agent/agent.ts'
import type { StateDelta } from '../../ir/event.ts'
import type { Session } from '../../session/session.ts'
import { firstIndex } from '../../text/list.ts'

/** Turn of an agent in a tree: one response, or several with calls in between. */
export interface TurnAnswer {
  readonly kind: 'answer'
  /** Seq at which the first response begins. */
  readonly seq: number
  /** Seq at which the last response begins. */
  readonly end: number
  /** Unit of the last response. */
  readonly unit: number
  /** Units of all responses, oldest first. */
  readonly units: number[]
  readonly root: Agent
  /** Indices of the items that the agent answers for, such as `0.2`; null outside of a `mapOver`. */
  readonly items: string | null
}

/** Failure of an agent, so that its tree of agents gave no answer. */
export interface TurnFailure {
  readonly kind: 'failure'
  readonly seq: number
  readonly root: Agent
  /** Indices of the items for which the agent failed, such as `0.2`; null outside of a `mapOver`. */
  readonly items: string | null
  /** Name of the agent. */
  readonly agent: string
  readonly why: string
}

/** Failure of a step or a tap. */
export interface StepFailure {
  readonly kind: 'step-failure'
  readonly seq: number
  readonly branch: string
  /** Place of the step or tap in the program. */
  readonly place: string
  readonly why: string
}

/** Mark of a runner that a member of the `parallel` at a place of the program ended before the others. */
export interface Won {
  readonly kind: 'won'
  readonly seq: number
  readonly branch: string
  readonly place: string
  /** Index of the member in its group. */
  readonly member: number
}

/** Entry of a turn that matters for what is next in the program. */
export type Happened =
  | TurnAnswer
  | TurnFailure
  | { readonly kind: 'step'; readonly seq: number; readonly branch: string; readonly delta: StateDelta }
  | { readonly kind: 'tap'; readonly seq: number; readonly branch: string; readonly place: string }
  | StepFailure
  | Won

/** Events of one turn, except those that were rewound. */
export interface Turn {
  /** Seq of the first event of the turn. */
  readonly from: number
  /** Entries of the invocation, oldest first. */
  readonly happened: readonly Happened[]
  /** Index in `happened` of the turn's first entry. */
  readonly begin: number
  /** Seqs of user messages that arrived during the turn, oldest first. */
  readonly messages: readonly number[]
  /** Whether a step or a tap failed. */
  readonly hasFailedSteps: boolean
  /** Number of events that existed when an answer began, by the seq of the answer. Only runners record this number. */
  readonly answered: ReadonlyMap<number, number>
}

/** Returns the turn that begins with the first unanswered message; null if every message is answered. */
export function nextTurn(turn: Turn, session: Session, taken: readonly Happened[]): Turn | null {
  const { from, happened, messages, hasFailedSteps, answered } = turn
  if (messages.length === 0) return null
  const heard = taken.reduce((most, each) => Math.max(most, eventsSeenBy(each, turn, session)), from)
  const index = firstIndex(messages.length, at => (messages[at] as number) >= heard)
  const message = messages[index]
  if (message === undefined) return null
  const begin = firstIndex(happened.length, place => (happened[place] as Happened).seq > message)
  return {
    ...{ from: message + 1, happened, begin, messages: messages.slice(index + 1) },
    ...{ hasFailedSteps, answered },
  }
}

/**
 * Returns the number of events that existed when an answer began. A runner records this number, because messages may
 * arrive at any time.
 */
function eventsSeenBy(happened: Happened, { from, answered }: Turn, { units: { rows } }: Session): number {
  if (happened.kind === 'step' || happened.kind === 'tap' || happened.kind === 'won') return from
  if (happened.kind !== 'answer') return happened.seq
  if (answered.size === 0) return happened.end
  const noted = rows.seqsOf(happened.unit).find(seq => answered.has(seq))
  return noted === undefined ? happened.end : (answered.get(noted) as number)
}

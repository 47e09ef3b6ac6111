import type { Agent } from '../../agent/agent.ts'
import type { StateDelta } from '../../ir/event.ts'
import type { Session } from '../../session/session.ts'
import { firstIndex } from '../../text/list.ts'

/** A turn of an agent in a tree: one response, or several with calls between them. */
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
  /** Items that the agent answers for, as `0.2`; null if there are none. */
  readonly items: string | null
}

/** A failure of an agent in a tree, without an answer. */
export interface TurnFailure {
  readonly kind: 'failure'
  readonly seq: number
  readonly root: Agent
  /** Items at which the agent failed, as `0.2`; null if there are none. */
  readonly items: string | null
  /** Name of the agent. */
  readonly agent: string
  readonly why: string
}

/** A failure of a step or a tap. */
export interface StepFailure {
  readonly kind: 'step-failure'
  readonly seq: number
  readonly branch: string
  /** Place in the program. */
  readonly place: string
  readonly why: string
}

/** An event of a turn that matters to a program. */
export type Happened =
  | TurnAnswer
  | TurnFailure
  | { readonly kind: 'step'; readonly seq: number; readonly branch: string; readonly delta: StateDelta }
  | { readonly kind: 'tap'; readonly seq: number; readonly branch: string; readonly place: string }
  | StepFailure

/** Events of one turn, without those that were rewound. */
export interface Turn {
  /** Seq of the first event that counts. */
  readonly from: number
  /** Events of the invocation, oldest first. */
  readonly happened: readonly Happened[]
  /** Place in `happened` of the first event that counts. */
  readonly begin: number
  /** Seqs of the user messages that came during the turn, oldest first. */
  readonly messages: readonly number[]
  /** Whether a step or a tap failed. */
  readonly hasFailedSteps: boolean
  /** By seq of an answer: the number of events that it answers, if a runner recorded it. */
  readonly answered: ReadonlyMap<number, number>
}

/** Returns the turn that begins with the first unanswered message; null if there is none. */
export function nextTurn(turn: Turn, session: Session, taken: readonly Happened[]): Turn | null {
  const { from, happened, messages, hasFailedSteps, answered } = turn
  if (messages.length === 0) return null
  const heard = taken.reduce((most, each) => Math.max(most, heardBy(each, turn, session)), from)
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
 * Returns the number of events that existed when an answer began. A runner records it, because messages may come at
 * any time.
 */
function heardBy(happened: Happened, { from, answered }: Turn, { units: { rows } }: Session): number {
  if (happened.kind === 'step' || happened.kind === 'tap') return from
  if (happened.kind !== 'answer') return happened.seq
  if (answered.size === 0) return happened.end
  const noted = rows.seqsOf(happened.unit).find(seq => answered.has(seq))
  return noted === undefined ? happened.end : (answered.get(noted) as number)
}

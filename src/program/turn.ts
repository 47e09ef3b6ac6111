import type { Agent } from '../agent/agent.ts'
import { conversationOf } from '../ir/call-branch.ts'
import type { StateDelta } from '../ir/event.ts'
import type { Session } from '../session/session.ts'
import type { StateStep } from '../state/step.ts'
import { firstIndex } from '../text/first-index.ts'
import { addAll } from '../text/list.ts'
import type { Graph } from './graph.ts'
import type { Conversation } from './invocation.ts'
import { type Placed, placedBy } from './placed.ts'
import { makersOf } from './step-event.ts'

/** An answer of an agent in a tree. */
export interface Answer {
  readonly kind: 'answer'
  readonly seq: number
  readonly unit: number
  readonly root: Agent
  /** Index of the list item that the agent answers for; null if there is none. */
  readonly item: number | null
}

/** A failure of an agent in a tree, without an answer. */
export interface Failure {
  readonly kind: 'failure'
  readonly seq: number
  readonly root: Agent
  /** Index of the list item at which the agent failed; null if there is none. */
  readonly item: number | null
  /** Name of the agent. */
  readonly agent: string
  readonly why: string
}

/** An event of a turn that matters to a program. */
export type Happened =
  | Answer
  | Failure
  | { readonly kind: 'step'; readonly seq: number; readonly delta: StateDelta }
  | { readonly kind: 'tap'; readonly seq: number; readonly place: string }

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
  /** By seq of an answer: the number of events that it answers, if a runner recorded it. */
  readonly answered: ReadonlyMap<number, number>
}

/** Returns the events of an invocation in one conversation. */
export function turnOf(graph: Graph, session: Session, { from, conversation }: Conversation): Turn {
  const { rows, runMarks } = session.units
  const happened: Happened[] = []
  const messages: number[] = []
  for (let unit = rows.length - 1; unit >= 0 && rows.seqOf(unit) >= from; unit--) {
    if (rows.isRewound(unit) || conversationOf(rows.branchOf(unit)) !== conversation) continue
    const kind = rows.ownKindOf(unit)
    const seq = rows.seqOf(unit)
    if (kind === 'user') messages.push(seq)
    const placed = kind === 'model' ? placedBy(graph, rows.authorOf(unit)) : undefined
    if (placed) {
      const item = itemOf(placed, rows.branchOf(unit))
      happened.push({ kind: 'answer', seq, unit, root: placed.root, item })
    }
  }
  happened.reverse()
  const answers = happened.length
  if (graph.steps.length > 0 && conversation === '') addAll(happened, stepsSince(from, graph.steps, session))
  const answered = new Map<number, number>()
  for (const { seq, run } of runMarks.since(from)) {
    if (run.answered) answered.set(seq, run.answered.upTo)
    if (run.tapped) happened.push({ kind: 'tap', seq, place: run.tapped.place })
    const { failed } = run
    const placed = failed && placedBy(graph, failed.agent)
    if (failed && placed && conversationOf(failed.branch) === conversation) {
      const { agent, branch, why } = failed
      happened.push({ kind: 'failure', seq, root: placed.root, item: itemOf(placed, branch), agent, why })
    }
  }
  if (happened.length > answers) happened.sort((left, right) => left.seq - right.seq)
  return { from, happened, begin: 0, messages: messages.reverse(), answered }
}

/** Returns the item that a branch is for: its last segment, if the agent's own branch ends before it. */
function itemOf({ branch: own }: Placed, branch: string): number | null {
  if (branch.length <= own.length) return null
  const [, index] = /\.(\d+)$/.exec(branch) ?? []
  return index === undefined ? null : Number(index)
}

/** Returns the turn that begins with the first unanswered message; null if there is none. */
export function nextTurn(turn: Turn, session: Session, taken: readonly Happened[]): Turn | null {
  const { from, happened, messages } = turn
  if (messages.length === 0) return null
  const heard = taken.reduce((most, each) => Math.max(most, heardBy(each, turn, session)), from)
  const index = firstIndex(messages.length, at => (messages[at] as number) >= heard)
  const message = messages[index]
  if (message === undefined) return null
  const begin = firstIndex(happened.length, place => (happened[place] as Happened).seq > message)
  return { ...turn, from: message + 1, begin, messages: messages.slice(index + 1) }
}

/**
 * Returns the number of events that existed when an answer began. A runner records it, because messages may come at
 * any time.
 */
function heardBy(happened: Happened, { from, answered }: Turn, { units: { rows } }: Session): number {
  if (happened.kind === 'step' || happened.kind === 'tap') return from
  if (happened.kind === 'failure' || answered.size === 0) return happened.seq
  const noted = rows.seqsOf(happened.unit).find(seq => answered.has(seq))
  return noted === undefined ? happened.seq : (answered.get(noted) as number)
}

/** Returns the events without content that a step may have made; the app may change the state by itself too. */
function stepsSince(from: number, steps: readonly StateStep[], session: Session): Happened[] {
  const { spans, rewinds } = session.units.rows
  const ran: Happened[] = []
  const makers = makersOf(steps)
  let span = spans.length - 1
  for (let seq = session.length - 1; seq >= from; seq--) {
    while (span >= 0 && spans.seqOf(span) > seq) span--
    const isSilent = span < 0 || spans.seqOf(span) < seq
    // Events are made on demand, so a long turn makes only those that may count.
    if (!isSilent && rewinds.length === 0) continue
    const { author, actions } = session.event(seq)
    const delta = actions?.state
    if (isSilent && author === 'developer' && delta && makers(delta).length > 0)
      ran.push({ kind: 'step', seq, delta })
    if (actions?.rewind) seq = Math.min(seq, actions.rewind.to)
  }
  return ran
}

import type { Event } from '../../ir/event.ts'
import { type MemoryTurn, summarizeMessages, textOfEvent } from '../../remember/memory-turn.ts'
import type { Session } from '../../session/session.ts'
import type { State } from '../../session/state.ts'
import { isRelated } from '../../session/view/branch.ts'

/** An agent's answer in a session. */
export interface Answered {
  readonly session: Session
  readonly agent: string
  readonly branch: string
  /** The state that the agent reads. */
  readonly state: State
}

/** Maximum number of events before an answer that are searched for the user's message. */
const farthest = 1_000

/** Whether a rewind removed an event. */
export function isRewoundEvent({ units: { rows } }: Session, seq: number): boolean {
  // The event is in the last conversation unit that begins at or before the event.
  const unit = rows.firstFrom(seq + 1) - 1
  return unit >= 0 && rows.isRewound(unit)
}

/** Whether an event is a valid answer: neither refused, nor cut off, nor rewound. */
function isValidAnswer(session: Session, { seq, actions }: Event): boolean {
  const isRefused = session.units.runMarks.refused.has(seq)
  return !isRefused && actions?.run?.answered?.partial !== true && !isRewoundEvent(session, seq)
}

/** Returns the turn that ends with an agent's last answer; null if the agent's last event is not a valid answer. */
export function turnOf(answered: Answered): MemoryTurn | null {
  const { session, agent, branch, state } = answered
  const last = lastAgentEvent(answered)
  if (last === null || last.parts.some(({ kind }) => kind === 'tool-call') || !isValidAnswer(session, last))
    return null
  const parts = last.response === '' ? [last] : eventsOfResponse(session, last)
  const answer = parts.map(textOfEvent).join('')
  if (answer === '') return null
  const users = userMessagesBefore(session, (parts[0] as Event).seq, branch)
  return {
    messages: summarizeMessages([...users, ...parts]),
    ...{ answer, state, whole: session.state, turn: countEarlierTurns(session) },
    covers: [...users, ...parts].map(({ seq }) => ({ from: seq, to: seq + 1 })),
    seq: last.seq,
    agent,
  }
}

/** Returns the last event of the agent on its branch; null if there is none. */
function lastAgentEvent({ session, agent, branch }: Answered): Event | null {
  for (let seq = session.length - 1; seq >= Math.max(0, session.length - farthest); seq--) {
    const event = session.event(seq)
    if (event.author === agent && event.branch === branch && !isRewoundEvent(session, seq)) return event
  }
  return null
}

/** Returns all events of one response. The events are consecutive. */
function eventsOfResponse(session: Session, last: Event): readonly Event[] {
  const parts: Event[] = []
  for (let seq = last.seq; seq >= 0; seq--) {
    const event = session.event(seq)
    if (event.author !== last.author || event.response !== last.response) break
    parts.unshift(event)
  }
  return parts
}

/** Returns the user's last messages before an event. They are consecutive, without other content between them. */
function userMessagesBefore(session: Session, end: number, branch: string): readonly Event[] {
  const users: Event[] = []
  for (let seq = end - 1; seq >= Math.max(0, end - farthest); seq--) {
    const event = session.event(seq)
    const isHeard =
      event.author === 'user' && isRelated(branch, event.branch) && !isRewoundEvent(session, seq)
    if (isHeard) users.unshift(event)
    else if (users.length > 0 && event.parts.length > 0) break
  }
  return users
}

/** Returns the number of turns before the current one. */
function countEarlierTurns({ units: { rows } }: Session): number {
  let turns = 0
  for (let unit = 1; unit < rows.length; unit++)
    if (rows.ownKindOf(unit) === 'user' && rows.ownKindOf(unit - 1) !== 'user') turns++
  return turns
}

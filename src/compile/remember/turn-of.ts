import type { Event } from '../../ir/event.ts'
import { type MemoryTurn, messagesOf, textOfEvent } from '../../remember/memory-turn.ts'
import type { Session } from '../../session/session.ts'
import type { State } from '../../session/state.ts'

/** An agent's answer in a session. */
export interface Answered {
  readonly session: Session
  readonly agent: string
  readonly branch: string
  /** The state that its rules change. */
  readonly state: State
}

/** Most events before an answer in which the user's message is looked for. */
const farthest = 1_000

/** Returns the turn that an agent's last answer ends; null if its last event is no answer. */
export function turnOf({ session, agent, branch, state }: Answered): MemoryTurn | null {
  const events: Event[] = []
  for (let seq = session.length - 1; seq >= 0 && session.length - seq <= farthest; seq--) {
    const event = session.event(seq)
    const isOwn = event.author === agent && event.branch === branch
    if (isOwn || event.author === 'user') events.unshift(event)
    if (event.author === 'user' && session.event(Math.max(0, seq - 1)).author !== 'user') break
  }
  const own = events.filter(({ author }) => author === agent)
  const last = own.at(-1)
  if (last === undefined || last.parts.some(({ kind }) => kind === 'tool-call')) return null
  const parts = last.response === '' ? [last] : own.filter(({ response }) => response === last.response)
  const answer = parts.map(textOfEvent).join('')
  return answer === '' ? null : { messages: messagesOf(events), answer, state, turn: turnsIn(session) }
}

/** Returns the number of turns before the one that goes on. */
function turnsIn({ units: { rows } }: Session): number {
  let turns = 0
  for (let unit = 1; unit < rows.length; unit++)
    if (rows.ownKindOf(unit) === 'user' && rows.ownKindOf(unit - 1) !== 'user') turns++
  return turns
}

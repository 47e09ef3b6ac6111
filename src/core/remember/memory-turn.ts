import type { SummarizeMessage } from '../effect/summarize/handler.ts'
import type { Event, EventRange } from '../ir/event.ts'
import type { State } from '../session/state.ts'

/** A turn to remember. */
export interface MemoryTurn {
  /** Messages of the user, and the agent's answer, as a model may see them. */
  readonly messages: readonly SummarizeMessage[]
  /** Text of the agent's answer. */
  readonly answer: string
  /** The state that the agent reads. */
  readonly state: State
  /** The state of the whole session, in which members of a group that run at once write too. */
  readonly whole: State
  /** Number of the turn, from 0. */
  readonly turn: number
  /** Events of the messages and the answer. */
  readonly covers: readonly EventRange[]
  /** Place of the answer. */
  readonly seq: number
  readonly agent: string
}

/** Returns the text of an event. */
export const textOfEvent = ({ parts }: Event): string =>
  parts.map(part => (part.kind === 'text' ? part.text : '')).join('')

/** Returns the messages of some events that have a text. */
export const summarizeMessages = (events: readonly Event[]): readonly SummarizeMessage[] =>
  events
    .map(event => ({ seq: event.seq, author: event.author, text: textOfEvent(event) }))
    .filter(({ text }) => text !== '')

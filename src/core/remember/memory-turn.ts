import type { SummarizeMessage } from '../effect/summarize/handler.ts'
import type { Event, EventRange } from '../ir/event.ts'
import type { State } from '../session/state.ts'

/** A turn to which memory rules are applied. */
export interface MemoryTurn {
  /** The user's messages and the agent's answer, as a model may see them. */
  readonly messages: readonly SummarizeMessage[]
  /** Text of the agent's answer. */
  readonly answer: string
  /** State that the agent reads. */
  readonly state: State
  /**
   * State of the whole session, to which other members of the group also write if a group runs its members at the same
   * time.
   */
  readonly whole: State
  /** Number of the turn, from 0. */
  readonly turn: number
  /** Events of the messages and of the answer. */
  readonly covers: readonly EventRange[]
  /** Position of the answer. */
  readonly seq: number
  readonly agent: string
}

/** Returns the text of an event. */
export const textOfEvent = ({ parts }: Event): string =>
  parts.map(part => (part.kind === 'text' ? part.text : '')).join('')

/** Returns a message for each event that has a text. */
export const summarizeMessages = (events: readonly Event[]): readonly SummarizeMessage[] =>
  events
    .map(event => ({ seq: event.seq, author: event.author, text: textOfEvent(event) }))
    .filter(({ text }) => text !== '')

import type { SummarizeMessage } from '../effect/summarize/handler.ts'
import type { Event } from '../ir/event.ts'
import type { State } from '../session/state.ts'

/** A turn that is to be remembered. */
export interface MemoryTurn {
  /** Messages of the user, and the agent's answer, as a model may see them. */
  readonly messages: readonly SummarizeMessage[]
  /** Text of the agent's answer. */
  readonly answer: string
  readonly state: State
  /** Number of the turn, from 0. */
  readonly turn: number
}

/** Returns the text of an event. */
export const textOfEvent = ({ parts }: Event): string =>
  parts.map(part => (part.kind === 'text' ? part.text : '')).join('')

/** Returns the messages of some events that have a text. */
export const messagesOf = (events: readonly Event[]): readonly SummarizeMessage[] =>
  events
    .map(event => ({ seq: event.seq, author: event.author, text: textOfEvent(event) }))
    .filter(({ text }) => text !== '')

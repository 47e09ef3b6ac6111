import type { Event } from '../ir/event.ts'
import type { Session } from '../session/session.ts'
import type { EventDigest } from './event-digests.ts'

/** Names of the place where a call ended: by the messages and what precedes them in the request, and by the messages alone. */
export interface PlaceNames {
  readonly whole: string
  readonly content: string
}

/** Names that a place is looked for by; null for a name that would find another call with the same messages. */
export interface SoughtNames {
  readonly whole: string
  readonly content: string | null
}

export const namesOf = ({ content }: EventDigest, beginning: string): PlaceNames => ({
  content,
  whole: content + beginning,
})

/** Most places that are looked for in a storage: the last, and those before the last answers. */
const mostEnds = 5

/** Returns the events after which earlier calls may have ended, newest first: the last one, and each before an answer. */
export function endsIn(session: Session, length: number): readonly number[] {
  const ends = length > 0 ? [length - 1] : []
  for (let at = length - 2; at >= 0 && ends.length < mostEnds; at--)
    if (isAnswer(session.event(at + 1)) && !isAnswer(session.event(at))) ends.push(at)
  return ends
}

/** Whether a model said an event. */
const isAnswer = ({ author, parts }: Event): boolean =>
  author !== 'user' && author !== 'developer' && !parts.some(({ kind }) => kind === 'tool-result')

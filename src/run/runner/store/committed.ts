import type { SessionKey } from '../../../core/session/owner.ts'
import { valueKey } from '../../../core/text/equal.ts'
import { ConflictError } from '../../store/conflict-error.ts'
import { eventText, parsedEvent } from '../../store/event-text.ts'
import type { Append, ForkOptions, NewEvent, SessionRecord } from '../../store/store.ts'

/**
 * Returns the revision of an append that may have been written, if the stored events after its base revision are equal
 * to it; null if there are none, so that the append may be repeated. Throws a `ConflictError` for events of another
 * writer.
 */
export function committedRevision(
  record: SessionRecord | null,
  key: SessionKey,
  { expectedRevision: expected, events }: Append,
): number | null {
  const actual = record?.revision ?? 0
  if (record === null || actual === expected) return null
  const isOurs = events.every((event, index) => {
    const stored = record.events[index]
    return stored !== undefined && textOf(stored) === textOf(event)
  })
  if (isOurs) return expected + events.length
  throw new ConflictError({ key, expected, actual })
}

/** Returns the revision of a fork that may have been written; null if the session with its id is a different one. */
export function committedFork(
  copy: SessionRecord | null,
  of: string,
  { time, events = [] }: ForkOptions,
): number | null {
  if (copy === null || copy.parent?.id !== of || copy.created !== time) return null
  const own = copy.events.slice(copy.parent.revision)
  const isOurs = events.every((event, index) => {
    const stored = own[index]
    return stored !== undefined && textOf(stored) === textOf(event)
  })
  return isOurs ? copy.parent.revision + events.length : null
}

/** Returns a text that is the same for equal events, in whatever order a database returns their keys. */
const textOf = (event: NewEvent): string => valueKey(parsedEvent(eventText(event).body, 0, null, String))

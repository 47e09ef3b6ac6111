import type { SessionKey } from '../../../core/session/owner.ts'
import { valueKey } from '../../../core/text/equal.ts'
import { ConflictError } from '../../store/conflict-error.ts'
import { eventText, parsedEvent } from '../../store/event-text.ts'
import type { Append, ForkOptions, NewEvent, SessionRecord } from '../../store/store.ts'

/**
 * Checks whether an append whose call failed was written after all. Returns its revision if equal events are stored
 * after its base revision. Returns null if no events are stored there, so that the append may be repeated. Throws a
 * `ConflictError` for other events.
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
    return stored !== undefined && eventAsKey(stored) === eventAsKey(event)
  })
  if (isOurs) return expected + events.length
  throw new ConflictError({ key, expected, actual })
}

/** Checks whether a failed fork was written after all. Returns its revision; null if another session has its id. */
export function committedFork(
  copy: SessionRecord | null,
  of: string,
  { time, events = [] }: ForkOptions,
): number | null {
  if (copy === null || copy.parent?.id !== of || copy.created !== time) return null
  const own = copy.events.slice(copy.parent.revision)
  const isOurs = events.every((event, index) => {
    const stored = own[index]
    return stored !== undefined && eventAsKey(stored) === eventAsKey(event)
  })
  return isOurs ? copy.parent.revision + events.length : null
}

/** Returns a text that is equal for equal events, even if a database returns their keys in another order. */
const eventAsKey = (event: NewEvent): string => valueKey(parsedEvent(eventText(event).body, 0, null, String))

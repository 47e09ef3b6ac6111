import type { Event } from '../../ir/event.ts'
import type { Part } from '../../ir/part.ts'
import { type Change, mapped, redactPart } from './redact-part.ts'

/**
 * Returns an event without its protected values; the event itself if it has none. `changeOf` gives the change of a part; for
 * null, that of the event's other values.
 */
export function redactEvent(event: Event, changeOf: (part: Part | null) => Change): Event {
  const parts = mapped<Part>(event.parts, part => redactPart(part, changeOf(part)))
  const change = changeOf(null)
  const extra = change(event.extra, 'record')
  const state = change(event.actions?.state, 'record')
  if (parts === event.parts && extra === event.extra && state === event.actions?.state) return event
  return Object.freeze({
    ...event,
    parts: Object.freeze([...parts]),
    ...(extra !== undefined && { extra }),
    ...(state !== undefined && { actions: { ...event.actions, state } }),
  })
}

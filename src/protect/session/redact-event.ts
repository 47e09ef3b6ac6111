import type { Event } from '../../ir/event.ts'
import type { Part } from '../../ir/part.ts'
import { type Change, mapped, redactPart } from './redact-part.ts'

/** Returns an event without its protected values; the event itself if it has none. */
export function redactEvent(event: Event, change: Change): Event {
  const parts = mapped<Part>(event.parts, part => redactPart(part, change))
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

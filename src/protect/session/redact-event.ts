import type { Event } from '../../ir/event.ts'
import type { Part } from '../../ir/part.ts'
import { mapTexts } from './map-texts.ts'
import { mapped, redactPart } from './redact-part.ts'

/** Returns an event without its protected values; the event itself if it has none. */
export function redactEvent(event: Event, change: (text: string) => string): Event {
  const parts = mapped<Part>(event.parts, part => redactPart(part, change))
  const extra = mapTexts(event.extra, change)
  const state = mapTexts(event.actions?.state, change)
  if (parts === event.parts && extra === event.extra && state === event.actions?.state) return event
  return Object.freeze({
    ...event,
    parts: Object.freeze([...parts]),
    ...(extra !== undefined && { extra }),
    ...(state !== undefined && { actions: { ...event.actions, state } }),
  })
}

/** Values of an event that may hold something to protect: its parts, its fields and what it sets in the state. */
export const valuesOf = ({ parts, extra, actions }: Event): readonly unknown[] => [
  ...parts,
  extra,
  actions?.state,
]

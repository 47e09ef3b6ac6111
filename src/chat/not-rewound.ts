import type { Event } from '../ir/event.ts'

/** Returns the events that were not rewound. */
export function notRewound(events: readonly Event[]): readonly Event[] {
  const kept: Event[] = []
  for (const event of events) {
    const { rewind } = event.actions ?? {}
    if (rewind !== undefined) while ((kept.at(-1)?.seq ?? -1) >= rewind.to) kept.pop()
    kept.push(event)
  }
  return kept
}

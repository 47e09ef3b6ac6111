import type { EventRange } from '../ir/event.ts'
import { merged } from '../session/unit/merge-ranges.ts'
import type { ShownItem } from './told.ts'

/** By the ids of summaries: where what they stand for is among the events, what earlier summaries among it stand for included. */
export function rangesIn(events: readonly ShownItem[]): ReadonlyMap<string, readonly EventRange[]> {
  const ranges = new Map<string, readonly EventRange[]>()
  if (events.every(({ item }) => item.covers === null)) return ranges
  const places = new Map<string, EventRange[]>()
  for (const [seq, { item }] of events.entries()) {
    const { id } = item.chunk
    const known = places.get(id) ?? []
    known.push({ from: seq, to: seq + 1 })
    places.set(id, known)
    if (item.covers === null || ranges.has(id)) continue
    const told = item.covers.flatMap(covered => [
      ...(places.get(covered) ?? []),
      ...(ranges.get(covered) ?? []),
    ])
    ranges.set(id, merged(told))
  }
  return ranges
}

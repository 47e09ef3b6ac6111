import type { EventRange } from '../../core/ir/event.ts'
import { mergedRanges } from '../../core/session/unit/merge-ranges.ts'
import type { ShownItem } from './told.ts'

/** Returns the event ranges that each summary replaces, by its id, including ranges of earlier summaries in them. */
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
    ranges.set(id, mergedRanges(told))
  }
  return ranges
}

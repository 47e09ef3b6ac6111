import type { EventRange } from '../../core/ir/event.ts'
import { mergedRanges } from '../../core/session/unit/merge-ranges.ts'
import type { Item } from './item.ts'
import type { ShownItem } from './pair.ts'

const isCall = ({ shape }: ShownItem): boolean => shape.deed?.kind === 'call'

/**
 * Orders the items so that each tool result comes after its call. A result is placed where it is in the state, or
 * before the agent's next answer if that came first. Consecutive calls belong to one answer. `links` maps each call to
 * its result.
 */
export function orderResultsAfterCalls(
  told: readonly ShownItem[],
  links: ReadonlyMap<Item, ShownItem>,
): ShownItem[] {
  const answers = new Set([...links.values()].map(({ item }) => item))
  const events: ShownItem[] = []
  const waiting = new Map<Item, ShownItem>()
  let isClosed = false
  const flushWaitingResults = (): void => {
    for (const entry of waiting.values()) events.push(entry)
    waiting.clear()
    isClosed = false
  }
  for (const entry of told) {
    const { item } = entry
    // A summary is not an answer, so it does not end the agent's answer before it.
    if (item.covers !== null) {
      events.push(entry)
      continue
    }
    if (answers.has(item)) {
      if (waiting.delete(item)) events.push(entry)
      isClosed = true
      continue
    }
    // Another answer of the agent ends the previous answer.
    if (entry.shape.role === 'assistant' && (!isCall(entry) || isClosed)) flushWaitingResults()
    events.push(entry)
    if (!isCall(entry)) isClosed = true
    const result = links.get(item)
    if (result) waiting.set(result.item, result)
  }
  flushWaitingResults()
  return events
}

/** Returns a response name for each item. Consecutive calls have the same name. A summary between them has none. */
export function responseNames(told: readonly ShownItem[]): string[] {
  let response = ''
  let before: ShownItem | undefined
  return told.map(entry => {
    if (entry.item.covers !== null) return ''
    const goesOn = isCall(entry) && before !== undefined && isCall(before)
    if (!goesOn) response = entry.item.id
    before = entry
    return entry.shape.role === 'assistant' ? response : ''
  })
}

/** Returns the ranges of events that each summary replaces, by summary id. Includes those of earlier summaries. */
export function summaryRanges(events: readonly ShownItem[]): ReadonlyMap<string, readonly EventRange[]> {
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

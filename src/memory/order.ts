import type { Item } from './item.ts'
import type { ShownItem } from './told.ts'

const isCall = ({ shape }: ShownItem): boolean => shape.deed?.kind === 'call'

/**
 * Items with each result behind its call: where it came, unless the agent said something else before. Calls are of one
 * answer where nothing came between them. `links` are results by their calls.
 */
export function inPairs(told: readonly ShownItem[], links: ReadonlyMap<Item, ShownItem>): ShownItem[] {
  const answers = new Set([...links.values()].map(({ item }) => item))
  const events: ShownItem[] = []
  const waiting = new Map<Item, ShownItem>()
  let isClosed = false
  const flush = (): void => {
    for (const entry of waiting.values()) events.push(entry)
    waiting.clear()
    isClosed = false
  }
  for (const entry of told) {
    const { item } = entry
    // A summary says nothing of its own: it is no answer.
    if (item.covers !== null) {
      events.push(entry)
      continue
    }
    if (answers.has(item)) {
      if (waiting.delete(item)) events.push(entry)
      isClosed = true
      continue
    }
    // Another answer closes the one before.
    if (entry.shape.role === 'assistant' && (!isCall(entry) || isClosed)) flush()
    events.push(entry)
    if (!isCall(entry)) isClosed = true
    const result = links.get(item)
    if (result) waiting.set(result.item, result)
  }
  flush()
  return events
}

/** The response that each item is part of: calls that were made at once share one. A summary between them is none of them. */
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

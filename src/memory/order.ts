import type { Item } from './item.ts'
import type { Told } from './told.ts'

const isCall = ({ shape }: Told): boolean => shape.deed?.kind === 'call'

/**
 * Items with each result behind its call: where it came, unless the agent said something else before. Calls are of one
 * answer where nothing came between them. `links` are results by their calls.
 */
export function inPairs(told: readonly Told[], links: ReadonlyMap<Item, Told>): Told[] {
  const answers = new Set([...links.values()].map(({ item }) => item))
  const events: Told[] = []
  const waiting = new Map<Item, Told>()
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
export function responsesOf(told: readonly Told[]): string[] {
  let response = ''
  let before: Told | undefined
  return told.map(entry => {
    if (entry.item.covers !== null) return ''
    const goesOn = isCall(entry) && before !== undefined && isCall(before)
    if (!goesOn) response = entry.item.id
    before = entry
    return entry.shape.role === 'assistant' ? response : ''
  })
}

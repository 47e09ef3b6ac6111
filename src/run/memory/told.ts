import type { MemoryChunk } from './chunk.ts'
import { stateItems } from './item.ts'
import { pairCallsWithResults, type ShownItem } from './pair.ts'
import type { SoundState } from './read-state.ts'
import { type IChunkRenderer, type Rendered, renderChunk } from './renderer.ts'
import { itemContent, itemShape } from './shape.ts'
import { contentParts } from './words.ts'

/** Returns the items of a state in the form in which they are shown. `renderers` are asked in order. */
export function shownItemsOf(state: SoundState, renderers: readonly IChunkRenderer[]): ShownItem[] {
  const made = new Map(state.log.map(({ chunk }) => [chunk, renderChunk(renderers, chunk)]))
  const renderedOf = ({ item }: ShownItem): Rendered | null => made.get(item.chunk)?.rendered ?? null
  const shaped = stateItems(state)
    .map((item): ShownItem => {
      const shape = itemShape(item)
      const content = contentParts(itemContent(item), shape.told, state.chunks)
      return { item, shape, content, rendered: null }
    })
    .filter(entry => renderedOf(entry) !== null || !isBareContainer(entry))
  const named = new Set<MemoryChunk>()
  return pairCallsWithResults(shaped).flatMap((entry): ShownItem[] => {
    const { chunk, parent } = entry.item
    const rendered = renderedOf(entry)
    // A renderer's text for a chunk already includes the chunk's children.
    if (rendered !== null && parent !== null) return []
    if (rendered !== null) {
      const shape = { role: rendered.role, name: 'chunk', attributes: {}, told: [] }
      return [{ ...entry, shape, rendered: rendered.text }]
    }
    const failed = named.has(chunk) ? undefined : made.get(chunk)?.failed
    named.add(chunk)
    return [failed === undefined ? entry : { ...entry, failed }]
  })
}

/** Whether an item is a chunk that has children but no content of its own. */
const isBareContainer = ({ item, content }: ShownItem): boolean =>
  (item.chunk.children?.length ?? 0) > 0 && item.parent === null && content.length === 0

/** Groups items by their chunk, in order. */
export function groupByChunk(
  told: readonly ShownItem[],
): ReadonlyMap<MemoryChunk, readonly [ShownItem, ...ShownItem[]]> {
  const found = new Map<MemoryChunk, [ShownItem, ...ShownItem[]]>()
  for (const entry of told) {
    const known = found.get(entry.item.chunk)
    if (known) known.push(entry)
    else found.set(entry.item.chunk, [entry])
  }
  return found
}

/** Returns the items of the chunks in `chunkIds`, in that order. Summaries among them become ordinary text. */
export function currentItems(told: readonly ShownItem[], chunkIds: readonly string[]): ShownItem[] {
  const places = new Map(chunkIds.map((id, place) => [id, place]))
  const placeOf = ({ item }: ShownItem): number => places.get(item.chunk.id) ?? 0
  return told
    .filter(({ item }) => places.has(item.chunk.id))
    .map(entry => (entry.item.covers === null ? entry : { ...entry, item: { ...entry.item, covers: null } }))
    .sort((left, right) => placeOf(left) - placeOf(right))
}

/** Restricts each summary to the chunks that are present. If none is present, it becomes ordinary text. */
export function limitSummariesToPresent(told: readonly ShownItem[]): ShownItem[] {
  if (told.every(({ item }) => item.covers === null)) return [...told]
  const there = new Set(told.map(({ item }) => item.chunk.id))
  return told.map(entry => {
    const { item } = entry
    if (item.covers === null || item.covers.every(id => there.has(id))) return entry
    const covers = item.covers.filter(id => there.has(id))
    return { ...entry, item: { ...item, covers: covers.length > 0 ? covers : null } }
  })
}

import type { MemoryChunk } from './chunk.ts'
import type { Item } from './item.ts'
import type { ItemShape } from './shape.ts'

/** Call and its result, which are kept or dropped together. */
export interface Pair {
  readonly call: Item
  readonly result: Item
  readonly outcome: 'completed' | 'failed'
}

/** Item and the form in which it is shown. */
export interface ShownItem {
  readonly item: Item
  readonly shape: ItemShape
  /** Text that a renderer of the program returned for the item; null for none. */
  readonly rendered: string | null
  /** Why a renderer of the program failed, if one did; the item is then shown by its type. */
  readonly failed?: string
  /** Pair of an answered call, on both its items, even if one is not shown. */
  readonly pair?: Pair
}

/** Returns the items of each chunk, in order. */
export function byChunk(
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

/** Returns the items of `chunkIds`, in that order: replaced chunks are dropped, and summaries become ordinary text. */
export function currentItems(told: readonly ShownItem[], chunkIds: readonly string[]): ShownItem[] {
  const places = new Map(chunkIds.map((id, place) => [id, place]))
  const placeOf = ({ item }: ShownItem): number => places.get(item.chunk.id) ?? 0
  return told
    .filter(({ item }) => places.has(item.chunk.id))
    .map(entry => (entry.item.covers === null ? entry : { ...entry, item: { ...entry.item, covers: null } }))
    .sort((left, right) => placeOf(left) - placeOf(right))
}

/** Limits each summary to the items that are present; a summary that covers none becomes ordinary text. */
export function standing(told: readonly ShownItem[]): ShownItem[] {
  if (told.every(({ item }) => item.covers === null)) return [...told]
  const there = new Set(told.map(({ item }) => item.chunk.id))
  return told.map(entry => {
    const { item } = entry
    if (item.covers === null || item.covers.every(id => there.has(id))) return entry
    const covers = item.covers.filter(id => there.has(id))
    return { ...entry, item: { ...item, covers: covers.length > 0 ? covers : null } }
  })
}

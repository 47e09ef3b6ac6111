import type { Item } from './item.ts'
import type { ItemShape } from './shape.ts'

/** A call and its result: what becomes of one becomes of both. */
export interface Pair {
  readonly call: Item
  readonly result: Item
  readonly outcome: 'completed' | 'failed'
}

/** An item and how it is shown. */
export interface ShownItem {
  readonly item: Item
  readonly shape: ItemShape
  /** Text that the program's renderer returned for it; null for none. */
  readonly rendered: string | null
  /** Why a renderer of the program failed, where one did: the item is shown by its type. */
  readonly failed?: string
  /** Call and result of an answered call, on both items, shown or not. */
  readonly pair?: Pair
}

/** Items as a state says that they stand: what summaries stand for left out, each summary in its place, as words like any other. */
export function currentItems(told: readonly ShownItem[], chunkIds: readonly string[]): ShownItem[] {
  const places = new Map(chunkIds.map((id, place) => [id, place]))
  const placeOf = ({ item }: ShownItem): number => places.get(item.chunk.id) ?? 0
  return told
    .filter(({ item }) => places.has(item.chunk.id))
    .map(entry => (entry.item.covers === null ? entry : { ...entry, item: { ...entry.item, covers: null } }))
    .sort((left, right) => placeOf(left) - placeOf(right))
}

/** The same items, but that a summary stands for those that are there; one that stands for none is words like any other. */
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

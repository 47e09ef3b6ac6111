import type { MemoryChunk } from './chunk.ts'
import { type Item, itemsOf } from './item.ts'
import { type Pair, paired } from './pair.ts'
import type { SoundState } from './read-state.ts'
import { type IChunkRenderer, rendering } from './renderer.ts'
import { type Shape, shapeOf } from './shape.ts'

/** An item and how it is shown. */
export interface Told {
  readonly item: Item
  readonly shape: Shape
  /** What a renderer of the program made of it. */
  readonly rendered: string | null
  /** Of a call that was answered, shown or not, and of its answer. */
  readonly pair?: Pair
}

/** The items of a state and their shapes; a renderer that was registered last is asked first. */
export function toldOf(state: SoundState, renderers: readonly IChunkRenderer[]): Told[] {
  const shaped = itemsOf(state).map((item): Told => ({ item, shape: shapeOf(item), rendered: null }))
  const told = paired(shaped)
  if (renderers.length === 0) return told
  const rendered = new Set<MemoryChunk>()
  return told.flatMap((entry): Told[] => {
    const { chunk } = entry.item
    // What a renderer makes of a chunk tells of its children too.
    if (rendered.has(chunk)) return []
    const made = rendering(renderers, chunk)
    if (made === null) return [entry]
    rendered.add(chunk)
    const shape = { role: made.role, name: 'chunk', attributes: {}, told: [] }
    return [{ ...entry, item: { ...entry.item, id: chunk.id }, shape, rendered: made.text }]
  })
}

/** Items as a state says that they stand: what summaries stand for left out, each summary in its place, as words like any other. */
export function settled(told: readonly Told[], chunkIds: readonly string[]): Told[] {
  const places = new Map(chunkIds.map((id, place) => [id, place]))
  const placeOf = ({ item }: Told): number => places.get(item.chunk.id) ?? 0
  return told
    .filter(({ item }) => places.has(item.chunk.id))
    .map(entry => (entry.item.covers === null ? entry : { ...entry, item: { ...entry.item, covers: null } }))
    .sort((left, right) => placeOf(left) - placeOf(right))
}

/** The same items, but that a summary stands for those that are there; one that stands for none is words like any other. */
export function standing(told: readonly Told[]): Told[] {
  if (told.every(({ item }) => item.covers === null)) return [...told]
  const there = new Set(told.map(({ item }) => item.chunk.id))
  return told.map(entry => {
    const { item } = entry
    if (item.covers === null || item.covers.every(id => there.has(id))) return entry
    const covers = item.covers.filter(id => there.has(id))
    return { ...entry, item: { ...item, covers: covers.length > 0 ? covers : null } }
  })
}

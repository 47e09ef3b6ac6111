import type { MemoryChunk } from './chunk.ts'
import { itemsOf } from './item.ts'
import { paired } from './pair.ts'
import type { SoundState } from './read-state.ts'
import { type IChunkRenderer, type Rendered, rendering } from './renderer.ts'
import { itemContent, itemShape } from './shape.ts'
import type { ShownItem } from './told.ts'
import { contentParts } from './words.ts'

/** Returns the items of a state and their shapes; the renderer that was registered last is asked first. */
export function toldOf(state: SoundState, renderers: readonly IChunkRenderer[]): ShownItem[] {
  const made = new Map(state.log.map(({ chunk }) => [chunk, rendering(renderers, chunk)]))
  const renderedOf = ({ item }: ShownItem): Rendered | null => made.get(item.chunk)?.rendered ?? null
  const shaped = itemsOf(state)
    .map((item): ShownItem => ({ item, shape: itemShape(item), rendered: null }))
    .filter(entry => renderedOf(entry) !== null || !isBareContainer(entry, state))
  const named = new Set<MemoryChunk>()
  return paired(shaped).flatMap((entry): ShownItem[] => {
    const { chunk, parent } = entry.item
    const rendered = renderedOf(entry)
    // A renderer's text for a chunk includes the chunk's children.
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

/** Whether an item is a chunk without content besides its children. */
const isBareContainer = ({ item, shape }: ShownItem, { chunks }: SoundState): boolean =>
  (item.chunk.children?.length ?? 0) > 0 &&
  item.parent === null &&
  contentParts(itemContent(item), shape.told, chunks).length === 0

import type { MemoryChunk } from './chunk.ts'
import { itemsOf } from './item.ts'
import { paired } from './pair.ts'
import type { SoundState } from './read-state.ts'
import { type IChunkRenderer, rendering } from './renderer.ts'
import { shapeOf } from './shape.ts'
import type { Told } from './told.ts'

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

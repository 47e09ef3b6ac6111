import { OpenCalls } from '../session/open-calls.ts'
import type { MemoryChunk, MemoryState } from './chunk.ts'
import { type Item, itemsOf } from './item.ts'
import type { IChunkRenderer } from './renderer.ts'
import { type Shape, shapeOf } from './shape.ts'

/** An item and how it is shown. */
export interface Told {
  readonly item: Item
  readonly shape: Shape
  /** What a renderer of the program made of it. */
  readonly rendered: string | null
  /** Of a call: what came of it, shown or not. */
  readonly outcome?: 'completed' | 'failed'
  /** Of a call: its result, where that is shown. */
  readonly result?: Told
  /** Of a result: whether its call is there. */
  readonly answers?: boolean
}

/** The items of a state and their shapes; a renderer that was registered last is asked first. */
export function toldOf(state: MemoryState, renderers: readonly IChunkRenderer[]): Told[] {
  const rendered = new Set<MemoryChunk>()
  const told = itemsOf(state).flatMap((item): Told[] => {
    const { chunk } = item
    // What a renderer makes of a chunk tells of its children too.
    if (rendered.has(chunk)) return []
    const renderer = renderers.find(candidate => candidate.canRender(chunk))
    if (renderer === undefined) return [{ item, shape: shapeOf(item), rendered: null }]
    rendered.add(chunk)
    const shape = { role: renderer.getRole(chunk), name: 'chunk', attributes: {}, told: [] }
    return [{ item: { ...item, id: chunk.id }, shape, rendered: renderer.render(chunk) }]
  })
  return told
}

/** Items as a state says that they stand: what summaries stand for left out, each summary in its place, as words like any other. */
export function settled(told: readonly Told[], chunkIds: readonly string[]): Told[] {
  const places = new Map(chunkIds.map((id, place) => [id, place]))
  const placeOf = ({ item }: Told): number => places.get(item.chunk.id) ?? 0
  return told
    .filter(({ item }) => places.has(item.chunk.id))
    .map(entry => ({ ...entry, item: { ...entry.item, covers: null } }))
    .sort((left, right) => placeOf(left) - placeOf(right))
}

/** Calls and results that belong together, as the units of a session have them. */
export function paired(told: readonly Told[]): Told[] {
  const result = told.map(({ result: _, answers: __, ...entry }): Told => entry)
  const nameOf = (index: number): string => told[index]?.shape.deed?.name ?? ''
  const idOf = (index: number): string => told[index]?.shape.deed?.id ?? ''
  const ids = new Set<string>()
  const open = new OpenCalls(0, { idOf, nameOf, isAnswered: index => result[index]?.result !== undefined })
  for (const [index, entry] of told.entries()) {
    const { deed } = entry.shape
    if (deed?.kind === 'call') {
      ids.add(deed.id)
      open.add(index)
    }
    if (deed?.kind !== 'result') continue
    const call = open.find(deed.id, deed.name, ids.has(deed.id))
    const answer: Told = { ...entry, answers: call >= 0 }
    result[index] = answer
    if (call < 0) continue
    const outcome = deed.failed ? 'failed' : 'completed'
    result[call] = { ...(result[call] as Told), outcome, result: answer }
  }
  return result
}

/** Tells the ids of chunks, with those of all that summaries among them stand for. */
export function coveringIn(told: readonly Told[]): (ids: readonly string[]) => ReadonlySet<string> {
  const summaries = new Map(told.map(({ item }) => [item.chunk.id, item.covers ?? []]))
  return ids => {
    // Added to while it is gone through.
    const covered = new Set(ids)
    for (const id of covered) for (const inner of summaries.get(id) ?? []) covered.add(inner)
    return covered
  }
}

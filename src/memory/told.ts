import type { MemoryState } from './chunk.ts'
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
  const told = itemsOf(state).map((item): Told => {
    const renderer = renderers.find(candidate => candidate.canRender(item.chunk))
    if (renderer === undefined) return { item, shape: shapeOf(item), rendered: null }
    const role = renderer.getRole(item.chunk)
    return {
      item,
      shape: { role, name: 'chunk', attributes: {}, told: [] },
      rendered: renderer.render(item.chunk),
    }
  })
  return paired(told)
}

/** Calls and results that belong together: by id, else the oldest of that name that waits. */
export function paired(told: readonly Told[]): Told[] {
  const waiting: { readonly index: number; readonly id: string; readonly name: string }[] = []
  const result = told.map(({ result: _, answers: __, ...entry }): Told => entry)
  for (const [index, entry] of told.entries()) {
    const { deed } = entry.shape
    if (deed?.kind === 'call') waiting.push({ index, id: deed.id, name: deed.name })
    if (deed?.kind !== 'result') continue
    const found = waiting.findIndex(({ id, name }) =>
      deed.id === '' ? deed.name === '' || name === deed.name : id === deed.id,
    )
    const [call] = found < 0 ? [] : waiting.splice(found, 1)
    const answer: Told = { ...entry, answers: call !== undefined }
    result[index] = answer
    if (call === undefined) continue
    const outcome = deed.failed ? 'failed' : 'completed'
    result[call.index] = { ...(result[call.index] as Told), outcome, result: answer }
  }
  return result
}

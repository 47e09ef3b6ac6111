import type { MemoryChunk } from './chunk.ts'
import type { ContextMessageRole } from './shape.ts'

/** A way to show some chunks that is the program's own. What it returns is written as it is. */
export interface IChunkRenderer {
  /** Whether a chunk is this one's. It is asked for chunks, and tells of their children too. */
  canRender(chunk: MemoryChunk): boolean
  /** Of a chunk that comes later than the first words, `system` is text that is shown to the user's side. */
  getRole(chunk: MemoryChunk): ContextMessageRole
  render(chunk: MemoryChunk): string
}

const roles: readonly unknown[] = ['system', 'user', 'assistant'] satisfies ContextMessageRole[]

/** What the first renderer that can makes of a chunk; null where none can. */
export function rendering(
  renderers: readonly IChunkRenderer[],
  chunk: MemoryChunk,
): { readonly role: ContextMessageRole; readonly text: string } | null {
  const renderer = renderers.find(candidate => candidate.canRender(chunk))
  if (renderer === undefined) return null
  const name = `the renderer of chunk '${chunk.id}' (${renderer.constructor?.name || 'Object'})`
  const role = renderer.getRole(chunk)
  if (!roles.includes(role))
    throw new TypeError(`${name} gives the role ${String(role)}, not ${roles.join(', ')}`)
  const text: unknown = renderer.render(chunk)
  if (typeof text !== 'string') throw new TypeError(`${name} gives ${typeof text}, not a string`)
  return { role, text }
}

/** Rejects what is no renderer. */
export function assertRenderer(value: unknown): asserts value is IChunkRenderer {
  for (const name of ['canRender', 'getRole', 'render'] as const)
    if (typeof (value as IChunkRenderer | null)?.[name] !== 'function')
      throw new TypeError(`a renderer has ${name}, a function`)
}

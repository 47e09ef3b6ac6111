import { oneLine } from '../../core/text/columns.ts'
import { reasonOf } from '../../core/text/reason.ts'
import type { MemoryChunk } from './chunk.ts'
import type { ContextMessageRole } from './shape.ts'

/** Program's own renderer of some chunks, whose text is sent unchanged. */
export interface IChunkRenderer {
  /** Whether this renderer shows a chunk, together with the chunk's children. */
  canRender(chunk: MemoryChunk): boolean
  /** Returns the role of the message; `system` after the first other role is sent as text of the user. */
  getRole(chunk: MemoryChunk): ContextMessageRole
  render(chunk: MemoryChunk): string
}

const roles: readonly unknown[] = ['system', 'user', 'assistant'] satisfies ContextMessageRole[]

/** Role and text that a renderer returned for a chunk. */
export interface Rendered {
  readonly role: ContextMessageRole
  readonly text: string
}

/** Outcome of asking renderers for a chunk. */
interface Rendering {
  /** Null if no renderer takes the chunk, or if the renderer threw. */
  readonly rendered: Rendered | null
  /** Why the renderer threw, with its name. */
  readonly failed?: string
}

/**
 * Renders a chunk with the first renderer that can. A renderer that throws is named in `failed`. Throws a TypeError for
 * a renderer that returns no role or no string.
 */
export function rendering(renderers: readonly IChunkRenderer[], chunk: MemoryChunk): Rendering {
  for (const renderer of renderers) {
    let role: unknown
    let text: unknown
    try {
      if (!renderer.canRender(chunk)) continue
      role = renderer.getRole(chunk)
      text = renderer.render(chunk)
    } catch (error) {
      return { rendered: null, failed: `${nameOf(renderer)}: ${reasonOf(error)}` }
    }
    const name = `the renderer of chunk '${chunk.id}' (${nameOf(renderer)})`
    if (!isRole(role))
      throw new TypeError(`${name} must return one of ${roles.join(', ')} as role, got ${String(role)}`)
    if (typeof text !== 'string') throw new TypeError(`${name} must return a string, got ${typeof text}`)
    return { rendered: { role, text } }
  }
  return { rendered: null }
}

const isRole = (role: unknown): role is ContextMessageRole => roles.includes(role)

/** Returns the name of a renderer's class. */
const nameOf = (renderer: IChunkRenderer): string => oneLine(renderer.constructor?.name || 'Object')

/** Throws a TypeError for a value that is no renderer. */
export function assertRenderer(value: unknown): asserts value is IChunkRenderer {
  for (const name of ['canRender', 'getRole', 'render'] as const)
    if (typeof (value as IChunkRenderer | null)?.[name] !== 'function')
      throw new TypeError(`a renderer has ${name}, a function`)
}

import { text as aText, oneOf, withMethods } from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import { oneLine } from '../../core/text/columns.ts'
import { reasonOf } from '../../core/text/reason.ts'
import type { MemoryChunk } from './chunk.ts'
import type { ContextMessageRole } from './shape.ts'

/** Renderer that a program supplies for some chunks. Its text is sent unchanged. */
export interface IChunkRenderer {
  /** Whether this renderer shows a chunk, together with the chunk's children. */
  canRender(chunk: MemoryChunk): boolean
  /** Returns the role of the message. If a message of another role precedes it, `system` is sent as user text. */
  getRole(chunk: MemoryChunk): ContextMessageRole
  render(chunk: MemoryChunk): string
}

const aRole = oneOf(['system', 'user', 'assistant'] satisfies ContextMessageRole[])

export const renderer = withMethods(
  'a renderer: { canRender, getRole, render }',
  'canRender',
  'getRole',
  'render',
)

/** Role and text that a renderer returned for a chunk. */
export interface Rendered {
  readonly role: ContextMessageRole
  readonly text: string
}

/** Outcome of looking for a renderer of a chunk. */
interface Rendering {
  /** Role and text for the chunk; null if no renderer accepted the chunk, or if the renderer threw. */
  readonly rendered: Rendered | null
  /** Reason why the renderer threw, preceded by the renderer's name. */
  readonly failed?: string
}

/**
 * Renders a chunk with the first renderer that accepts it. If that renderer throws, returns the reason in `failed`.
 * Throws a TypeError if the renderer returns no role or no string.
 */
export function renderChunk(renderers: readonly IChunkRenderer[], chunk: MemoryChunk): Rendering {
  for (const renderer of renderers) {
    let role: unknown
    let text: unknown
    try {
      if (!renderer.canRender(chunk)) continue
      role = renderer.getRole(chunk)
      text = renderer.render(chunk)
    } catch (error) {
      return { rendered: null, failed: `${rendererName(renderer)}: ${reasonOf(error)}` }
    }
    const at = Path.named(`the renderer of chunk '${chunk.id}' (${rendererName(renderer)})`)
    aRole(role, at.in('getRole'))
    aText(text, at.in('render'))
    return { rendered: { role: role as ContextMessageRole, text: text as string } }
  }
  return { rendered: null }
}

/** Returns the name of a renderer's class. */
const rendererName = (renderer: IChunkRenderer): string => oneLine(renderer.constructor?.name || 'Object')

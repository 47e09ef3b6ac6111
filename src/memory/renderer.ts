import type { MemoryChunk } from './chunk.ts'
import type { ContextMessageRole } from './shape.ts'

/** A way to show some chunks that is the program's own. What it returns is written as it is. */
export interface IChunkRenderer {
  /** Whether a chunk is this one's. */
  canRender(chunk: MemoryChunk): boolean
  getRole(chunk: MemoryChunk): ContextMessageRole
  render(chunk: MemoryChunk): string
}

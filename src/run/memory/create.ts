import { assertChunk } from './assert-chunk.ts'
import {
  type ChunkContent,
  chunkDefaults,
  type MemoryChunk,
  type MemoryState,
  type StateMetadata,
} from './chunk.ts'

/** Chunk as a program writes it; omitted fields get the defaults of its type. */
export type ChunkInput = Omit<MemoryChunk, 'metadata' | 'content'> & {
  readonly content: ChunkContent
  readonly metadata?: MemoryChunk['metadata']
}

/**
 * Creates a chunk with the defaults of its type.
 *
 * Throws a TypeError for a chunk without an id, for an unknown type, subtype or retention class (also of a child),
 * and for children that are no list.
 *
 * @example
 * import { createChunk } from 'ctxc/memory'
 *
 * const chunk = createChunk({ id: 'c1', type: 'OUTPUT', content: { type: 'TEXT', text: 'Done.' } })
 * console.log(chunk.retentionStrategy) // COMPRESSIBLE
 */
export function createChunk(input: ChunkInput): MemoryChunk {
  assertChunk(input)
  const usual = chunkDefaults[input.type]
  return Object.freeze({ ...usual, ...input, metadata: Object.freeze({ ...input.metadata }) })
}

/**
 * Creates a state of these chunks, in this order.
 *
 * Throws a TypeError for a chunk that `createChunk` rejects, and for an id that two chunks or children share.
 *
 * @example
 * import { createState } from 'ctxc/memory'
 *
 * const state = createState([{ id: 'c1', type: 'SYSTEM', content: { type: 'TEXT', text: 'Be brief.' } }])
 * console.log(state.chunks.get('c1')?.priority) // 1000
 */
export function createState(
  inputs: readonly ChunkInput[],
  {
    id = 'state',
    ...rest
  }: { readonly id?: string; readonly threadId?: string; readonly metadata?: StateMetadata } = {},
): MemoryState {
  const chunks = new Map<string, MemoryChunk>()
  const ids = new Set<string>()
  for (const input of inputs) {
    const chunk = createChunk(input)
    for (const { id: own } of [chunk, ...(chunk.children ?? [])]) {
      if (ids.has(own)) throw new TypeError(`two chunks or children have the id '${own}'`)
      ids.add(own)
    }
    chunks.set(chunk.id, chunk)
  }
  return Object.freeze({ id, chunkIds: Object.freeze([...chunks.keys()]), chunks, metadata: {}, ...rest })
}

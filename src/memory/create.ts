import {
  type ChunkContent,
  chunkDefaults,
  type MemoryChunk,
  type MemoryState,
  type StateMetadata,
} from './chunk.ts'

/** A chunk as a program writes it: what is left out is as usual for its type. */
export type ChunkInput = Omit<MemoryChunk, 'metadata' | 'content'> & {
  readonly content: ChunkContent
  readonly metadata?: MemoryChunk['metadata']
}

/**
 * A chunk with everything that its type says.
 *
 * Throws a TypeError for a chunk without an id or of no known type, and for children that are no list of such.
 *
 * @example
 * import { createChunk } from 'ctxc/memory'
 *
 * const chunk = createChunk({ id: 'c1', type: 'OUTPUT', content: { type: 'TEXT', text: 'Done.' } })
 * console.log(chunk.retentionStrategy) // COMPRESSIBLE
 */
export function createChunk(input: ChunkInput): MemoryChunk {
  const type: unknown = input?.type
  if (typeof type !== 'string' || !Object.hasOwn(chunkDefaults, type))
    throw new TypeError(
      `a chunk's type is one of ${Object.keys(chunkDefaults).join(', ')}, not ${typeof type === 'string' ? type : typeof type}`,
    )
  const usual = chunkDefaults[input.type]
  const { id, children = [] } = input
  if (typeof id !== 'string' || id === '') throw new TypeError('a chunk has an id of its own')
  if (!Array.isArray(children) || children.some(child => typeof child?.id !== 'string'))
    throw new TypeError(`the children of chunk '${id}' are a list, each with an id of its own`)
  return Object.freeze({ ...usual, ...input, metadata: Object.freeze({ ...input.metadata }) })
}

/**
 * A state of these chunks, in this order.
 *
 * Throws a TypeError for a chunk without an id or of no known type, and for an id that two chunks or children have.
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

import { isObject } from '../../core/ir/json.ts'
import type { Protection } from '../../core/ir/protection.ts'
import { protectedSession, sharedText } from '../../core/remember/shared.ts'
import type { Memory } from '../../core/remember/store/memory-store.ts'
import { createSession } from '../../core/session/create.ts'
import { type Owner, ownerText } from '../../core/session/owner.ts'
import type { ChunkType, MemoryChunk, MemoryState, WorkingFlowSubType } from './chunk.ts'
import type { ChunkInput } from './create.ts'
import type { ShownItem } from './pair.ts'
import { readState, type SoundState } from './read-state.ts'
import { groupByChunk, shownItemsOf } from './told.ts'

/** Memory made from a chunk of a thread. */
export interface ChunkMemory {
  readonly memory: Memory
  readonly threadId: string
  readonly chunkId: string
}

/** Types of chunks that contain words of users and agents. */
const types: readonly ChunkType[] = ['AGENT', 'WORKING_FLOW', 'OUTPUT']

/**
 * Kinds of working-flow chunks that are not searched. Summaries are among them, because the chunks that they replace
 * are searched.
 */
const others: readonly (WorkingFlowSubType | undefined)[] = [
  'COMPACTED',
  'THINKING',
  'AGENT_ACTION',
  'ACTION_RESPONSE',
]

const isSearchableItem = ({ item, shape }: ShownItem): boolean =>
  types.includes(item.chunk.type) &&
  !others.includes(item.subType) &&
  item.retention !== 'EPHEMERAL' &&
  shape.deed === undefined &&
  shape.role !== 'system'

/** Returns the id of the thread that contains the memories that were added for an owner. */
export const threadOfAddedMemories = (owner: Owner): string => `memories:${ownerText(owner)}`

/** Returns a chunk for an added memory. Fields that a chunk does not have are kept in `metadata.custom.memory`. */
export const chunkOfMemory = ({ text, time, ...memory }: Memory): Omit<ChunkInput, 'id'> => ({
  type: 'AGENT',
  content: { type: 'TEXT', role: memory.author === 'user' ? 'user' : 'assistant', text },
  metadata: { ...(time !== undefined && { createdAt: time }), custom: { memory } },
})

/** Returns the searchable memories in a thread's state: one for each chunk with words of a user or an agent. */
export function memoriesInState(state: MemoryState, protect: readonly Protection[]): readonly ChunkMemory[] {
  const threadId = state.threadId ?? ''
  const owner = threadOwner(state)
  const isAdded = owner !== null && threadId === threadOfAddedMemories(owner)
  const said = searchableTextsIn(readState(state))
  const session = createSession({ events: said.map(({ author, text }) => ({ author, text })) })
  const safe = protectedSession(session, protect)
  return said.flatMap(({ chunk, author, text }, seq) => {
    const memory = isAdded ? readAddedMemory(chunk, text) : null
    const own = { id: `${escapeThreadId(threadId)}/${chunk.id}`, author, session: threadId }
    const given = memory ?? { ...own, text: sharedText(safe.event(seq)) }
    const { createdAt: time } = chunk.metadata
    if (given.text.trim() === '' && memory === null) return []
    return [{ memory: { ...given, ...(time !== undefined && { time }) }, threadId, chunkId: chunk.id }]
  })
}

/** Chunk with words of a user or an agent. */
interface Said {
  readonly chunk: MemoryChunk
  readonly author: 'user' | 'assistant'
  readonly text: string
}

function searchableTextsIn(state: SoundState): readonly Said[] {
  return [...groupByChunk(shownItemsOf(state, []).filter(isSearchableItem))].map(([chunk, items]) => ({
    chunk,
    author: items[0].shape.role === 'user' ? 'user' : 'assistant',
    text: items
      .flatMap(({ content }) => content.flatMap(part => (part.kind === 'text' ? part.text : [])))
      .join('\n'),
  }))
}

/** Returns the original memory of a chunk that was added through the memory store; null for any other chunk. */
function readAddedMemory({ metadata }: MemoryChunk, text: string): Memory | null {
  const memory = metadata.custom?.memory
  return isObject(memory) && typeof memory.id === 'string' ? { ...(memory as unknown as Memory), text } : null
}

/** Returns the owner for whom a thread was created; null for none. */
export function threadOwner({ metadata }: MemoryState): Owner | null {
  const owner = metadata.custom?.owner
  if (!isObject(owner) || typeof owner.app !== 'string') return null
  return owner.user === undefined || typeof owner.user === 'string' ? (owner as unknown as Owner) : null
}

/** Escapes the slashes in a thread's id, so that memories of different threads never have equal ids. */
const escapeThreadId = (threadId: string): string => threadId.replaceAll('%', '%25').replaceAll('/', '%2F')

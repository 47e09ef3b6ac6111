import { isObject } from '../../core/ir/json.ts'
import {
  type ChunkChild,
  type ChunkContent,
  chunkDefaults,
  type MemoryChunk,
  RetentionStrategy,
  type WorkingFlowSubType,
} from './chunk.ts'
import type { SoundState } from './read-state.ts'

/** Part of a memory state that gets its own tag: a chunk, or a child of a chunk. */
export interface Item {
  readonly id: string
  /** Position among all items of the state. */
  readonly place: number
  readonly chunk: MemoryChunk
  /** Item of the chunk that this child belongs to; null if this item is the chunk itself. */
  readonly parent: Item | null
  readonly subType: WorkingFlowSubType | undefined
  readonly content: ChunkContent
  readonly custom: Readonly<Record<string, unknown>>
  readonly retention: RetentionStrategy
  readonly priority: number
  /** Ids of the chunks that a summary replaces; null for other items. */
  readonly covers: readonly string[] | null
}

/** Returns the items of a state: each chunk, then its children. Invalid fields get the chunk type's defaults. */
export function stateItems({ log }: Pick<SoundState, 'log'>): Item[] {
  const items: Item[] = []
  for (const { chunk, covers } of log) {
    const usual = Object.hasOwn(chunkDefaults, chunk.type)
      ? chunkDefaults[chunk.type]
      : chunkDefaults.WORKING_FLOW
    const { retentionStrategy, priority } = chunk
    const isKnown =
      typeof retentionStrategy === 'string' && Object.hasOwn(RetentionStrategy, retentionStrategy)
    const shared = {
      chunk,
      retention: isKnown ? retentionStrategy : usual.retentionStrategy,
      priority: Number.isFinite(priority) ? (priority as number) : usual.priority,
      covers,
    }
    const addStateItem = ({ id, subType, content, custom }: ChunkChild, parent: Item | null): Item => {
      const item = {
        ...shared,
        id,
        parent,
        place: items.length,
        subType,
        content: toContent(content),
        custom: isObject(custom) ? custom : {},
      }
      items.push(item)
      return item
    }
    const own = addStateItem({ ...chunk, custom: chunk.metadata?.custom ?? {} }, null)
    for (const child of chunk.children ?? []) addStateItem(child, own)
  }
  return items
}

/** Returns a content object unchanged, and any other value as a text content. */
const toContent = (given: unknown): ChunkContent =>
  isObject(given)
    ? (given as ChunkContent)
    : ({ type: 'TEXT', ...(given !== undefined && given !== null && { text: given }) } as ChunkContent)

import type {
  ChunkContent,
  LogItem,
  MemoryChunk,
  MemoryState,
  RetentionStrategy,
  WorkingFlowSubType,
} from './chunk.ts'
import { chunkDefaults } from './chunk.ts'

/** What is shown of a state one by one: a chunk, or a child of one. */
export interface Item {
  readonly id: string
  readonly chunk: MemoryChunk
  readonly subType: WorkingFlowSubType | undefined
  readonly content: ChunkContent
  readonly custom: Readonly<Record<string, unknown>>
  readonly createdAt: number | undefined
  readonly retention: RetentionStrategy
  readonly priority: number
  /** Of a summary: ids of the chunks that it stands for. */
  readonly covers: readonly string[] | null
}

/** The items of a state, in order. A chunk that the state does not hold is none. */
export function itemsOf({ chunkIds, chunks, log }: Pick<MemoryState, 'chunkIds' | 'chunks' | 'log'>): Item[] {
  const items: Item[] = []
  const shown = chunkIds
    .flatMap(id => chunks.get(id) ?? [])
    .map((chunk): LogItem => ({ chunk, covers: null }))
  for (const { chunk, covers } of log ?? shown) {
    const { id } = chunk
    const usual = chunkDefaults[chunk.type] ?? chunkDefaults.WORKING_FLOW
    const shared = {
      chunk,
      retention: chunk.retentionStrategy ?? usual.retentionStrategy,
      priority: chunk.priority ?? usual.priority,
      covers,
    }
    const { custom, createdAt } = chunk.metadata ?? {}
    if (chunk.children === undefined || chunk.children.length === 0) {
      items.push({
        ...shared,
        id,
        subType: chunk.subType,
        content: chunk.content,
        custom: custom ?? {},
        createdAt,
      })
      continue
    }
    for (const child of chunk.children)
      items.push({
        ...shared,
        id: child.id,
        subType: child.subType,
        content: child.content,
        custom: child.custom ?? {},
        createdAt: child.createdAt ?? createdAt,
      })
  }
  return items
}

/** The first of some fields that an item has, of its content or beside it. */
export function fieldOf({ content, custom }: Pick<Item, 'content' | 'custom'>, ...names: string[]): unknown {
  for (const from of [content as Readonly<Record<string, unknown>>, custom])
    for (const name of names) if (from?.[name] !== undefined && from[name] !== null) return from[name]
  return undefined
}

/** The same as words; undefined where it is none. */
export function textField(item: Pick<Item, 'content' | 'custom'>, ...names: string[]): string | undefined {
  const value = fieldOf(item, ...names)
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

import type { LogItem, MemoryChunk, MemoryEntry, MemoryState, StateMetadata } from './chunk.ts'

/** Chunks of a thread after some of its entries. */
interface View {
  readonly chunkIds: readonly string[]
  readonly chunks: ReadonlyMap<string, MemoryChunk>
  readonly told: readonly LogItem[]
}

const operations = { add: 'ADD', update: 'UPDATE', remove: 'DELETE', compact: 'BATCH_REPLACE' } as const

/** State of a thread after its first `length` entries, which are replayed when the state is first read. */
export class ThreadState implements MemoryState {
  readonly id: string
  readonly threadId: string
  readonly metadata: StateMetadata
  private readonly entries: readonly MemoryEntry[]
  /** Number of the thread's entries that led to this state. */
  readonly length: number
  private view: View | undefined

  constructor(
    threadId: string,
    entries: readonly MemoryEntry[],
    length: number,
    custom: StateMetadata['custom'],
  ) {
    this.threadId = threadId
    this.entries = entries
    this.length = length
    this.id = stateId(threadId, length)
    const last = length > 0 ? entries[length - 1] : undefined
    const createdAt = last && 'chunk' in last ? last.chunk.metadata.createdAt : undefined
    this.metadata = Object.freeze({
      ...(createdAt !== undefined && { createdAt }),
      ...(length > 0 && { previousStateId: stateId(threadId, length - 1) }),
      ...(last && { sourceOperation: operations[last.kind] }),
      ...(last?.provenance && { provenance: last.provenance }),
      ...(custom && { custom }),
    })
  }

  get chunkIds(): readonly string[] {
    return this.replayOnce().chunkIds
  }

  get chunks(): ReadonlyMap<string, MemoryChunk> {
    return this.replayOnce().chunks
  }

  /** Every chunk in order of arrival, including chunks that summaries replace. */
  get log(): readonly LogItem[] {
    return this.replayOnce().told
  }

  private replayOnce(): View {
    this.view ??= replayEntries(this.entries, this.length)
    return this.view
  }
}

const stateId = (threadId: string, length: number): string => `${threadId}/${length}`

/** Returns the number of entries that led to a state, by the state's id; null for an unknown id. */
export function entryCountOfState(threadId: string, id: unknown, most: number): number | null {
  if (typeof id !== 'string') return null
  const length = Number(id.slice(threadId.length + 1))
  const isOne = Number.isInteger(length) && length >= 0 && length <= most
  return isOne && stateId(threadId, length) === id ? length : null
}

function replayEntries(entries: readonly MemoryEntry[], length: number): View {
  const chunks = new Map<string, MemoryChunk>()
  const summaries = new Map<string, readonly string[]>()
  for (let index = 0; index < length; index++) {
    const entry = entries[index] as MemoryEntry
    if (entry.kind === 'remove') chunks.delete(entry.id)
    else chunks.set(entry.chunk.id, entry.chunk)
    if (entry.kind === 'compact') summaries.set(entry.chunk.id, entry.covers)
  }
  const told: LogItem[] = []
  const before = new Set<string>()
  for (const chunk of chunks.values()) {
    // Summaries only replace earlier chunks, never each other. One that replaces none becomes an ordinary chunk.
    const covers = summaries.get(chunk.id)?.filter(id => before.has(id)) ?? []
    told.push({ chunk, covers: covers.length > 0 ? covers : null })
    before.add(chunk.id)
  }
  return { chunks, told: Object.freeze(told), chunkIds: Object.freeze(shownChunkIds(told)) }
}

/** Returns the ids of the shown chunks. A summary is placed where the first chunk that it replaces was. */
function shownChunkIds(told: readonly LogItem[]): string[] {
  const by = new Map<string, string>()
  for (const { chunk, covers } of told) for (const id of covers ?? []) by.set(id, chunk.id)
  // A summary comes after its chunks, so the reverse order finds a summary's own replacement before its chunks.
  const last = new Map<string, string>()
  for (const { chunk } of told.toReversed()) {
    const summary = by.get(chunk.id)
    last.set(chunk.id, summary === undefined ? chunk.id : (last.get(summary) ?? summary))
  }
  return [...new Set(told.map(({ chunk }) => last.get(chunk.id) as string))]
}

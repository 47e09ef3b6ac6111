import type { MemoryChunk, MemoryState, StateMetadata } from './chunk.ts'
import { type CompactionOptions, type CompactionOutcome, compactState } from './compact.ts'
import { type ChunkInput, createChunk } from './create.ts'
import type { MemoryEntry, Provenance } from './entry.ts'
import { lengthOf, ThreadState } from './thread-state.ts'

/** A thread as plain JSON. */
export interface ThreadSnapshot {
  readonly version: 1
  readonly threadId: string
  readonly custom?: StateMetadata['custom']
  readonly entries: readonly MemoryEntry[]
}

/** A chunk to add; its id is made when left out. */
export type NewChunk = Omit<ChunkInput, 'id'> & { readonly id?: string }

interface Thread {
  readonly id: string
  readonly custom: StateMetadata['custom']
  readonly entries: MemoryEntry[]
  readonly known: Map<string, MemoryChunk>
  /** Ids that chunks ever had: what a summary stands for stays what it was. */
  readonly used: Set<string>
  made: number
  state: ThreadState
}

function assertNew({ id: thread, used }: Thread, id: string): void {
  if (used.has(id)) throw new TypeError(`thread '${thread}' has or had a chunk '${id}'`)
}

/** What a compaction gave, and the state after it: the same one where nothing was done. */
export type Compacted = CompactionOutcome & { readonly state: MemoryState }

/**
 * The memories of threads: append-only logs of chunks, each of whose states can be looked at, compiled and gone back to.
 * It keeps everything in memory and reads no clock: ids follow the order of what is written, times are the caller's.
 */
export class MemoryManager {
  private readonly threads = new Map<string, Thread>()

  /** Begins a thread. `custom` comes along in the metadata of all its states. Throws a TypeError for an id in use. */
  createThread(id: string, options: { readonly custom?: StateMetadata['custom'] } = {}): MemoryState {
    return this.begin({ version: 1, threadId: id, ...options, entries: [] })
  }

  /** Adds chunks, and gives the state after them. */
  append(threadId: string, chunks: NewChunk | readonly NewChunk[], provenance?: Provenance): MemoryState {
    const thread = this.threadOf(threadId)
    for (const input of Array.isArray(chunks) ? (chunks as readonly NewChunk[]) : [chunks as NewChunk]) {
      const chunk = createChunk({ ...input, id: input.id ?? this.idIn(thread) })
      assertNew(thread, chunk.id)
      this.write(thread, { kind: 'add', chunk, ...(provenance && { provenance }) })
    }
    return thread.state
  }

  /** Puts another chunk in the place of one that is mutable. Throws a TypeError for any other. */
  update(
    threadId: string,
    id: string,
    change: Partial<Omit<ChunkInput, 'id' | 'type'>>,
    provenance?: Provenance,
  ): MemoryState {
    const thread = this.threadOf(threadId)
    const old = this.chunkOf(thread, id)
    if (old.mutable !== true) throw new TypeError(`chunk '${id}' is not mutable`)
    const metadata = { ...old.metadata, ...change.metadata }
    const chunk = createChunk({ ...old, ...change, metadata })
    return this.write(thread, { kind: 'update', chunk, ...(provenance && { provenance }) })
  }

  /** Takes a chunk out of the states from here on. */
  remove(threadId: string, id: string, provenance?: Provenance): MemoryState {
    const thread = this.threadOf(threadId)
    this.chunkOf(thread, id)
    return this.write(thread, { kind: 'remove', id, ...(provenance && { provenance }) })
  }

  /** The state of a thread. */
  async getCurrentState(threadId: string): Promise<MemoryState> {
    return this.threadOf(threadId).state
  }

  /** Any state that the thread ever had, by its id; null where there is none. */
  getState(threadId: string, id: string): MemoryState | null {
    const { entries, custom } = this.threadOf(threadId)
    const length = lengthOf(threadId, id, entries.length)
    return length === null ? null : new ThreadState(threadId, entries, length, custom)
  }

  /**
   * Has older chunks told by a summary. Where the summariser fails, says nothing or says more than they do, nothing is
   * changed and the outcome says so. Throws a TypeError for an id in use.
   *
   * @example
   * import { createMemoryManager } from 'ctxc/memory'
   *
   * const memory = createMemoryManager()
   * memory.createThread('t1')
   * const { outcome } = await memory.compact('t1', { summarize: ({ chunks }) => `${chunks.length} steps were taken.` })
   * console.log(outcome) // nothing
   */
  async compact(threadId: string, options: CompactionOptions): Promise<Compacted> {
    const thread = this.threadOf(threadId)
    const id = options.id ?? this.idIn(thread)
    assertNew(thread, id)
    const outcome = await compactState(thread.state, { ...options, id })
    if (outcome.outcome !== 'compacted') return { ...outcome, state: thread.state }
    // What it tells may have been changed while it was written.
    const { covers, chunk } = outcome.entry
    const before = outcome.from
    if (covers.some(covered => thread.known.get(covered) !== before.get(covered)) || thread.used.has(id))
      return { outcome: 'stale', state: thread.state }
    return { ...outcome, state: this.write(thread, { ...outcome.entry, chunk }) }
  }

  /** A thread as plain JSON, all its states in it. */
  snapshot(threadId: string): ThreadSnapshot {
    const { entries, custom } = this.threadOf(threadId)
    return structuredClone({ version: 1, threadId, ...(custom && { custom }), entries })
  }

  /** A thread from a snapshot. Throws a TypeError for an id in use. */
  restore(snapshot: ThreadSnapshot, threadId = snapshot.threadId): MemoryState {
    return this.begin({ ...structuredClone(snapshot), threadId })
  }

  /** A thread that begins as another one is, or as it was at an earlier state, and goes its own way. */
  fork(threadId: string, forkId: string, at: MemoryState = this.threadOf(threadId).state): MemoryState {
    const { entries, custom } = this.threadOf(threadId)
    const length = lengthOf(threadId, at.id, entries.length)
    if (length === null) throw new TypeError(`thread '${threadId}' never had a state '${at.id}'`)
    return this.begin({
      version: 1,
      threadId: forkId,
      ...(custom && { custom }),
      entries: entries.slice(0, length),
    })
  }

  private begin({ threadId, entries, custom }: ThreadSnapshot): MemoryState {
    if (this.threads.has(threadId)) throw new TypeError(`there is a thread '${threadId}'`)
    const state = new ThreadState(threadId, [], 0, custom)
    const thread: Thread = {
      id: threadId,
      custom,
      entries: [],
      known: new Map(),
      used: new Set(),
      made: 0,
      state,
    }
    this.threads.set(threadId, thread)
    for (const entry of entries) this.write(thread, entry)
    return thread.state
  }

  private write(thread: Thread, entry: MemoryEntry): MemoryState {
    thread.entries.push(entry)
    if (entry.kind === 'remove') thread.known.delete(entry.id)
    else {
      thread.known.set(entry.chunk.id, entry.chunk)
      thread.used.add(entry.chunk.id)
    }
    thread.state = new ThreadState(thread.id, thread.entries, thread.entries.length, thread.custom)
    return thread.state
  }

  private idIn(thread: Thread): string {
    let id: string
    do id = `chunk_${thread.made++}`
    while (thread.used.has(id))
    return id
  }

  private threadOf(id: string): Thread {
    const thread = this.threads.get(id)
    if (thread === undefined) throw new TypeError(`there is no thread '${id}'`)
    return thread
  }

  private chunkOf({ id: thread, known }: Thread, id: string): MemoryChunk {
    const chunk = known.get(id)
    if (chunk === undefined) throw new TypeError(`thread '${thread}' has no chunk '${id}'`)
    return chunk
  }
}

/**
 * Makes a memory of threads.
 *
 * @example
 * import { createContextBuilder, createMemoryManager } from 'ctxc/memory'
 *
 * const memoryManager = createMemoryManager()
 * memoryManager.createThread('t1')
 * memoryManager.append('t1', { type: 'AGENT', content: { type: 'TEXT', role: 'user', text: 'Hello' } })
 * const state = await memoryManager.getCurrentState('t1')
 * console.log(createContextBuilder().build(state).messages.length) // 1
 */
export const createMemoryManager = (): MemoryManager => new MemoryManager()

import { isObject } from '../../core/ir/json.ts'
import type { MemoryChunk, MemoryState, StateMetadata } from './chunk.ts'
import { assertCompaction, type CompactionOptions, type CompactionOutcome, compactState } from './compact.ts'
import type { ChunkInput } from './create.ts'
import type { MemoryEntry, Provenance } from './entry.ts'
import { frozenCopy } from './frozen.ts'
import { ThreadLog, taken } from './thread-log.ts'
import { lengthOf, ThreadState } from './thread-state.ts'

/** Snapshot of a thread, as plain JSON. */
export interface ThreadSnapshot {
  readonly version: 1
  readonly threadId: string
  readonly custom?: StateMetadata['custom']
  readonly entries: readonly MemoryEntry[]
}

/** Chunk to add; an omitted id is generated. */
export type NewChunk = Omit<ChunkInput, 'id'> & { readonly id?: string }

interface Thread {
  readonly id: string
  readonly custom: StateMetadata['custom']
  readonly log: ThreadLog
  state: ThreadState
}

/** Outcome of a compaction, with the state after it, which is unchanged if nothing was compacted. */
export type Compacted = CompactionOutcome & { readonly state: MemoryState }

/**
 * Manager of threads: append-only logs of chunks, with every state available to read, compile or fork. The manager
 * keeps all data in memory and reads no clock: generated ids follow the order of writes, and times are the caller's.
 */
export class MemoryManager {
  private readonly threads = new Map<string, Thread>()

  /** Creates a thread. The metadata of all its states holds `custom`. Throws a TypeError for an id in use. */
  createThread(id: string, options: { readonly custom?: StateMetadata['custom'] } = {}): MemoryState {
    return this.begin(id, options.custom, new ThreadLog())
  }

  /**
   * Appends chunks and returns the state after them. Each chunk is copied as plain JSON and frozen. Throws a TypeError
   * for an invalid chunk or an id in use, and then adds none of the chunks.
   */
  append(threadId: string, chunks: NewChunk | readonly NewChunk[], provenance?: Provenance): MemoryState {
    const thread = this.threadOf(threadId)
    const inputs = Array.isArray(chunks) ? (chunks as readonly NewChunk[]) : [chunks as NewChunk]
    return this.write(thread, thread.log.readAdded(inputs, provenance))
  }

  /** Replaces fields of a mutable chunk. Throws a TypeError for any other chunk, and for a change of id or type. */
  update(
    threadId: string,
    id: string,
    change: Partial<Omit<ChunkInput, 'id' | 'type'>>,
    provenance?: Provenance,
  ): MemoryState {
    const thread = this.threadOf(threadId)
    const old = this.chunkOf(thread, id)
    if (!isObject(change)) throw new TypeError(`an update of chunk '${id}' is an object`)
    if (old.mutable !== true) throw new TypeError(`chunk '${id}' is not mutable`)
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    for (const key of ['id', 'type'] as const)
      if (key in given && given[key] !== old[key])
        throw new TypeError(`an update changes no ${key}: chunk '${id}'`)
    const chunk = { ...old, ...given, metadata: { ...old.metadata, ...change.metadata } }
    return this.write(thread, [thread.log.read({ kind: 'update', chunk, provenance })])
  }

  /** Removes a chunk from all later states. */
  remove(threadId: string, id: string, provenance?: Provenance): MemoryState {
    const thread = this.threadOf(threadId)
    return this.write(thread, [thread.log.read({ kind: 'remove', id, provenance })])
  }

  /** Returns the current state of a thread. */
  async getCurrentState(threadId: string): Promise<MemoryState> {
    return this.threadOf(threadId).state
  }

  /** Returns the current states of all threads, in the order in which the threads began. */
  currentStates(): readonly MemoryState[] {
    return [...this.threads.values()].map(({ state }) => state)
  }

  /** Deletes a thread with all its states and entries. Throws a TypeError for an unknown thread. */
  deleteThread(threadId: string): void {
    this.threads.delete(this.threadOf(threadId).id)
  }

  /** Returns any state that the thread ever had, by its id; null for an unknown id. */
  getState(threadId: string, id: string): MemoryState | null {
    const { log, custom } = this.threadOf(threadId)
    const length = lengthOf(threadId, id, log.entries.length)
    return length === null ? null : new ThreadState(threadId, log.entries, length, custom)
  }

  /**
   * Replaces older chunks by a summary. Nothing is changed, and the outcome names the reason, if `summarize` throws,
   * returns no text or does not save tokens, or if meanwhile the chunks were changed or replaced by another summary.
   * Throws a TypeError for malformed options and for an id in use.
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
    assertCompaction(options)
    const thread = this.threadOf(threadId)
    const { log } = thread
    const id = options.id ?? log.freeId()
    if (log.has(id)) throw new TypeError(taken(id))
    const outcome = await compactState(thread.state, { ...options, id })
    if (outcome.outcome !== 'compacted') return { ...outcome, state: thread.state }
    // While `summarize` ran, its chunks may have been changed, or replaced by another summary.
    const { covers } = outcome.entry
    const standing = new Set(thread.state.chunkIds)
    const isSame = (covered: string): boolean =>
      standing.has(covered) && log.get(covered) === outcome.from.get(covered)
    if (!covers.every(isSame) || log.has(id)) return { outcome: 'stale', state: thread.state }
    const entry = log.read(outcome.entry) as typeof outcome.entry
    return { ...outcome, entry, state: this.write(thread, [entry]) }
  }

  /** Returns a thread as plain JSON, with all its states. */
  snapshot(threadId: string): ThreadSnapshot {
    const { log, custom } = this.threadOf(threadId)
    return { version: 1, threadId, ...(custom && { custom }), entries: [...log.entries] }
  }

  /** Creates a thread from a snapshot. Throws a TypeError, and creates none, for an invalid entry or an id in use. */
  restore(snapshot: ThreadSnapshot, threadId = snapshot?.threadId): MemoryState {
    if (!isObject(snapshot)) throw new TypeError('a snapshot is an object')
    if ('snapshot' in snapshot && 'problems' in snapshot)
      throw new TypeError(
        'the argument of restore must be a snapshot: of the result of readJSONLines, pass its field snapshot',
      )
    const { version, custom, entries } = snapshot
    if (version !== 1) throw new TypeError(`the version of a snapshot must be 1, got ${String(version)}`)
    if (!Array.isArray(entries)) throw new TypeError('the entries of a snapshot are a list')
    const log = new ThreadLog()
    for (const [index, entry] of entries.entries()) {
      try {
        log.add(log.read(entry))
      } catch (error) {
        throw new TypeError(`entries[${index}]: ${(error as Error).message}`, { cause: error })
      }
    }
    return this.begin(threadId, custom, log)
  }

  /**
   * Creates a thread with the entries of another thread, up to its current or an earlier state. The states of the fork
   * have their own ids.
   */
  fork(threadId: string, forkId: string, at: MemoryState = this.threadOf(threadId).state): MemoryState {
    const { log: whole, custom } = this.threadOf(threadId)
    if (!isObject(at))
      throw new TypeError(
        `fork takes a state, not ${typeof at === 'string' ? `its id: getState('${threadId}', '${at}')` : typeof at}`,
      )
    const length = lengthOf(threadId, at.id, whole.entries.length)
    if (length === null) throw new TypeError(`thread '${threadId}' never had a state '${String(at.id)}'`)
    const log = new ThreadLog()
    for (const entry of whole.entries.slice(0, length)) log.add(entry)
    return this.begin(forkId, custom, log)
  }

  private begin(id: string, custom: StateMetadata['custom'], log: ThreadLog): MemoryState {
    if (typeof id !== 'string') throw new TypeError(`the id of a thread must be a string, got ${typeof id}`)
    if (this.threads.has(id)) throw new TypeError(`there is a thread '${id}'`)
    if (custom !== undefined && !isObject(custom)) throw new TypeError('custom is an object')
    const kept = custom && frozenCopy(custom, 'custom')
    const state = new ThreadState(id, log.entries, log.entries.length, kept)
    this.threads.set(id, { id, custom: kept, log, state })
    return state
  }

  private write(thread: Thread, entries: readonly MemoryEntry[]): MemoryState {
    const { id, log, custom } = thread
    for (const entry of entries) log.add(entry)
    if (entries.length > 0) thread.state = new ThreadState(id, log.entries, log.entries.length, custom)
    return thread.state
  }

  private threadOf(id: string): Thread {
    const thread = this.threads.get(id)
    if (thread === undefined) throw new TypeError(`no thread has the id '${id}'`)
    return thread
  }

  private chunkOf({ id: thread, log }: Thread, id: string): MemoryChunk {
    const chunk = log.get(id)
    if (chunk === undefined) throw new TypeError(`thread '${thread}' has no chunk '${id}'`)
    return chunk
  }
}

/**
 * Creates a memory of threads.
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

import { assertList, object, oneOf, text } from '../../core/form/check.ts'
import { wrongValueError } from '../../core/form/describe.ts'
import { type OptionsForm, readOptions } from '../../core/form/options.ts'
import { Path } from '../../core/form/path.ts'
import { isObject } from '../../core/ir/json.ts'
import type { MemoryEntry, MemoryState, Provenance, StateMetadata } from './chunk.ts'
import { compactState } from './compact.ts'
import { type CompactionOptions, type CompactionOutcome, compactionForm } from './compaction-options.ts'
import type { ChunkInput } from './create.ts'
import { frozenStoredCopy, Thread } from './thread.ts'
import { entryCountOfState } from './thread-state.ts'

/** Snapshot of a thread, as plain JSON. */
export interface ThreadSnapshot {
  readonly version: 1
  readonly threadId: string
  readonly custom?: StateMetadata['custom']
  readonly entries: readonly MemoryEntry[]
}

/** Chunk to add; an omitted id is generated. */
export type NewChunk = Omit<ChunkInput, 'id'> & { readonly id?: string }

/** Outcome of a compaction, with the thread's state after it. The state is unchanged if nothing was compacted. */
export type Compacted = CompactionOutcome & { readonly state: MemoryState }

const threadForm: OptionsForm<{ readonly custom?: StateMetadata['custom'] }> = { takes: { custom: object } }

/**
 * Manager of threads, which are append-only logs of chunks. Every state of a thread remains available to read, compile
 * or fork. The manager keeps all data in memory and reads no clock: it numbers the ids that it generates, and callers
 * supply all times.
 */
export class MemoryManager {
  private readonly threads = new Map<string, Thread>()

  /** Creates a thread. `custom` is part of the metadata of each of its states. Throws a TypeError for an id in use. */
  createThread(id: string, options: { readonly custom?: StateMetadata['custom'] } = {}): MemoryState {
    const { custom } = readOptions(threadForm, options, 'createThread')
    return this.beginThread(id, custom, Path.named('createThread'))
  }

  /**
   * Appends chunks and returns the state after them. Each chunk is copied as plain JSON and frozen. If a chunk is
   * invalid or an id is in use, throws a TypeError and adds none of the chunks.
   */
  append(threadId: string, chunks: NewChunk | readonly NewChunk[], provenance?: Provenance): MemoryState {
    const thread = this.requireThread(threadId, 'append')
    thread.append(Array.isArray(chunks) ? chunks : [chunks], provenance, Path.named('append'))
    return thread.state
  }

  /** Replaces fields of a mutable chunk. Throws a TypeError for an immutable chunk, and for a change of id or type. */
  update(
    threadId: string,
    id: string,
    change: Partial<Omit<ChunkInput, 'id' | 'type'>>,
    provenance?: Provenance,
  ): MemoryState {
    const thread = this.requireThread(threadId, 'update')
    const at = Path.named('update')
    const old = thread.requireChunk(id, at.in('id'))
    object(change, at.in('change'))
    if (old.mutable !== true) throw at.in('id').wrong(`must be of a mutable chunk, got '${id}'`)
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    for (const key of ['id', 'type'] as const)
      if (key in given) oneOf([old[key]])(given[key], at.in('change').in(key))
    const chunk = { ...old, ...given, metadata: { ...old.metadata, ...change.metadata } }
    thread.add({ kind: 'update', chunk, provenance }, at, at.in('change'))
    return thread.state
  }

  /** Removes a chunk from all later states. */
  remove(threadId: string, id: string, provenance?: Provenance): MemoryState {
    const thread = this.requireThread(threadId, 'remove')
    thread.add({ kind: 'remove', id, provenance }, Path.named('remove'))
    return thread.state
  }

  /** Returns the current state of a thread. */
  async getCurrentState(threadId: string): Promise<MemoryState> {
    return this.requireThread(threadId, 'getCurrentState').state
  }

  /** Returns the current states of all threads, in the order in which the threads began. */
  currentStates(): readonly MemoryState[] {
    return [...this.threads.values()].map(({ state }) => state)
  }

  /** Deletes a thread with all its states and entries. Throws a TypeError for an unknown thread. */
  deleteThread(threadId: string): void {
    this.threads.delete(this.requireThread(threadId, 'deleteThread').id)
  }

  /** Returns a current or earlier state of a thread, by the state's id; null for an unknown id. */
  getState(threadId: string, id: string): MemoryState | null {
    const thread = this.requireThread(threadId, 'getState')
    const length = entryCountOfState(threadId, id, thread.entries.length)
    return length === null ? null : thread.stateAt(length)
  }

  /**
   * Replaces older chunks by a summary. If there is no usable summary, nothing is changed, and the outcome names the
   * reason: for example, `summarize` threw, returned no text or saved no tokens, or the chunks were changed or replaced
   * by another summary in the meantime. Throws a TypeError for malformed options and for an id in use.
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
    const given = readOptions(compactionForm, options, 'compact')
    const thread = this.requireThread(threadId, 'compact')
    const at = Path.named('compact')
    const id = given.id ?? thread.freeId()
    if (thread.isIdUsed(id)) throw at.in('id').wrong(`must be an id that the thread never had, got '${id}'`)
    const outcome = await compactState(thread.state, { ...given, id })
    if (outcome.outcome !== 'compacted') return { ...outcome, state: thread.state }
    // While `summarize` ran, the chunks that it summarized may have been changed, or replaced by another summary.
    const shown = new Set(thread.state.chunkIds)
    const isSame = [...outcome.from.values()].every(
      chunk => shown.has(chunk.id) && thread.containsVersion(chunk),
    )
    if (!isSame || thread.isIdUsed(id)) return { outcome: 'stale', state: thread.state }
    const entry = thread.add(outcome.entry, at) as typeof outcome.entry
    return { ...outcome, entry, state: thread.state }
  }

  /** Returns a thread as plain JSON, with all its states. */
  snapshot(threadId: string): ThreadSnapshot {
    const { custom, entries } = this.requireThread(threadId, 'snapshot')
    return { version: 1, threadId, ...(custom && { custom }), entries: [...entries] }
  }

  /** Creates a thread from a snapshot. Throws a TypeError, and creates none, if it is invalid or the id is in use. */
  restore(snapshot: ThreadSnapshot, threadId = snapshot?.threadId): MemoryState {
    const at = Path.named('snapshot')
    object(snapshot, at)
    if ('snapshot' in snapshot && 'problems' in snapshot)
      throw at.wrong('must be a snapshot', {
        help: 'of the result of readJSONLines, pass its field snapshot',
      })
    const { version, custom, entries } = snapshot
    if (version !== 1) throw wrongValueError('1', version, at.in('version'))
    const list = assertList(entries, at.in('entries'))
    return this.beginThread(threadId, custom, at, thread => {
      at.in('entries').readEach(list, (entry, place) => thread.add(entry, place))
    })
  }

  /**
   * Creates a thread with the entries of another thread, up to its current or an earlier state. The states of the new
   * thread have new ids.
   */
  fork(threadId: string, forkId: string, at?: MemoryState): MemoryState {
    const { entries, custom, state } = this.requireThread(threadId, 'fork')
    const { id } = at === undefined ? state : isObject(at) ? (at as MemoryState) : { id: null }
    const length = entryCountOfState(threadId, id, entries.length)
    if (length === null)
      throw Path.named('fork.at').wrong(`must be a state of thread '${threadId}'`, {
        help: typeof at === 'string' ? `pass getState('${threadId}', '${at}')` : null,
      })
    return this.beginThread(forkId, custom, Path.named('fork'), thread => {
      for (const entry of entries.slice(0, length)) thread.addCheckedEntry(entry)
    })
  }

  private beginThread(
    id: string,
    custom: StateMetadata['custom'],
    at: Path,
    fill: (thread: Thread) => void = () => {},
  ): MemoryState {
    text(id, at.in('threadId'))
    if (this.threads.has(id)) throw at.in('threadId').wrong(`must be an id that no thread has, got '${id}'`)
    if (custom !== undefined) object(custom, at.in('custom'))
    const thread = new Thread(id, custom && frozenStoredCopy(custom, at.in('custom')))
    fill(thread)
    this.threads.set(id, thread)
    return thread.state
  }

  private requireThread(id: string, method: string): Thread {
    const thread = this.threads.get(id)
    if (thread === undefined)
      throw wrongValueError('the id of a thread', id, Path.named(method).in('threadId'))
    return thread
  }
}

/**
 * Creates a manager of threads.
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

import { withMethods } from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import { protections } from '../../core/form/quantities.ts'
import type { Protection } from '../../core/ir/protection.ts'
import { assertIds, assertMemories, assertMemoryQuery } from '../../core/remember/store/assert-memory.ts'
import { processMemories } from '../../core/remember/store/in-process.ts'
import { usualProtections } from '../../core/remember/store/memories-of.ts'
import type { FoundMemory, Memory, MemoryQuery, MemoryStore } from '../../core/remember/store/memory-store.ts'
import { embedderOf, type MemoryStoreOptions } from '../../core/remember/store/store-options.ts'
import { type Owner, ownerText } from '../../core/session/owner.ts'
import type { MemoryState } from './chunk.ts'
import type { MemoryManager } from './manager.ts'
import {
  type ChunkMemory,
  chunkOfMemory,
  memoriesInState,
  threadOfAddedMemories,
  threadOwner,
} from './thread-memories.ts'

/** Options of `chunkMemories`. */
export interface ChunkMemoriesOptions extends MemoryStoreOptions {
  /** Protections of the chunks' texts; by default, secrets are replaced. An empty list leaves the texts unchanged. */
  readonly protect?: readonly Protection[]
}

const aManager = withMethods('a MemoryManager, as createMemoryManager() returns it', 'currentStates')

/**
 * Returns a memory store that searches the threads of a manager. An owner's memories are the words of users and agents
 * in the threads whose `custom.owner` is this owner. Added memories are stored in a separate thread. Throws a TypeError
 * for a malformed option.
 *
 * @example
 * import { chunkMemories, createMemoryManager } from 'ctxc/memory'
 *
 * const manager = createMemoryManager()
 * const owner = { app: 'trips', user: 'anna' }
 * manager.createThread('t1', { custom: { owner } })
 * manager.append('t1', { type: 'AGENT', content: { type: 'TEXT', role: 'user', text: 'I like night trains.' } })
 * const [found] = await chunkMemories(manager).search(owner, { text: 'Which trains does she like?' })
 * console.log(found?.text) // I like night trains.
 */
export function chunkMemories(
  manager: MemoryManager,
  { protect = usualProtections(), ...options }: ChunkMemoriesOptions = {},
): MemoryStore {
  aManager(manager, Path.named('chunkMemories.manager'))
  protections(protect, Path.named('chunkMemories.protect'))
  embedderOf(options, 'chunkMemories')
  return new ChunkMemories(manager, protect, processMemories(options))
}

class ChunkMemories implements MemoryStore {
  readonly id = 'chunks'
  private readonly manager: MemoryManager
  private readonly protect: readonly Protection[]
  /** Store that ranks the memories. It contains the memories as of the last search. */
  private readonly ranked: MemoryStore
  private readonly held = new Map<string, ReadonlyMap<string, Memory>>()
  private readonly read = new WeakMap<MemoryState, readonly ChunkMemory[]>()
  /**
   * Promise that settles when the last change of `ranked` is done. Changes run one after the other, because vectors
   * take time and an older text must not replace a newer text.
   */
  private changed: Promise<unknown> = Promise.resolve()

  constructor(manager: MemoryManager, protect: readonly Protection[], ranked: MemoryStore) {
    this.manager = manager
    this.protect = protect
    this.ranked = ranked
  }

  async add(owner: Owner, memories: readonly Memory[]): Promise<void> {
    assertMemories(owner, memories)
    const threadId = threadOfAddedMemories(owner)
    const isThere = this.threadStatesOf(owner).some(state => state.threadId === threadId)
    if (!isThere) this.manager.createThread(threadId, { custom: { owner } })
    const last = new Map(memories.map(memory => [memory.id, memory]))
    this.removeMemories(owner, last)
    this.manager.append(threadId, [...last.values()].map(chunkOfMemory))
  }

  async search(owner: Owner, query: MemoryQuery): Promise<readonly FoundMemory[]> {
    assertMemoryQuery(owner, query)
    query.signal?.throwIfAborted()
    await this.updateRanking(owner)
    return this.ranked.search(owner, query)
  }

  async delete(owner: Owner, ids: readonly string[]): Promise<void> {
    assertIds(owner, ids)
    this.removeMemories(owner, new Set(ids))
  }

  async deleteOwner(owner: Owner): Promise<void> {
    assertMemories(owner, [])
    for (const { threadId = '' } of this.threadStatesOf(owner)) this.manager.deleteThread(threadId)
    await this.updateRanking(owner)
  }

  async erase(): Promise<null> {
    return null
  }

  private threadStatesOf(owner: Owner): readonly MemoryState[] {
    const key = ownerText(owner)
    return this.manager.currentStates().filter(state => {
      const whose = threadOwner(state)
      return whose !== null && ownerText(whose) === key
    })
  }

  private readOwnerMemories(owner: Owner): readonly ChunkMemory[] {
    return this.threadStatesOf(owner).flatMap(state => {
      const known = this.read.get(state) ?? memoriesInState(state, this.protect)
      this.read.set(state, known)
      return known
    })
  }

  private removeMemories(owner: Owner, ids: Pick<ReadonlySet<string>, 'has'>): void {
    for (const { memory, threadId, chunkId } of this.readOwnerMemories(owner))
      if (ids.has(memory.id)) this.manager.remove(threadId, chunkId)
  }

  /** Updates the ranking store to the current states of the threads. */
  private async updateRanking(owner: Owner): Promise<void> {
    const applyChanges = (): Promise<void> => this.applyMemoryChanges(owner)
    this.changed = this.changed.then(applyChanges, applyChanges)
    await this.changed
  }

  private async applyMemoryChanges(owner: Owner): Promise<void> {
    const before = this.held.get(ownerText(owner)) ?? new Map<string, Memory>()
    const now = new Map(this.readOwnerMemories(owner).map(({ memory }) => [memory.id, memory]))
    this.held.set(ownerText(owner), now)
    const gone = [...before.keys()].filter(id => !now.has(id))
    if (gone.length > 0) await this.ranked.delete(owner, gone)
    const added = [...now.values()].filter(memory => !isSameMemory(memory, before.get(memory.id)))
    if (added.length > 0) await this.ranked.add(owner, added)
  }
}

const isSameMemory = (left: Memory, right: Memory | undefined): boolean =>
  right !== undefined &&
  left.text === right.text &&
  left.author === right.author &&
  left.session === right.session &&
  left.time === right.time

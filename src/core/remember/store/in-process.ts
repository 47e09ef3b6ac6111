import { type Owner, ownerText } from '../../session/owner.ts'
import { assertIds, assertMemories, assertMemoryQuery } from './assert-memory.ts'
import type { FoundMemory, Memory, MemoryQuery, MemoryStore } from './memory-store.ts'
import { RankedMemories, usualTop } from './rank-memories.ts'
import { embedderOf, type MemoryStoreOptions } from './store-options.ts'

/**
 * Returns a store of memories that lives as long as the process. The store ranks memories by words and their meanings,
 * as `C.relevant` does, or by words and vectors of the handler `embed`. Throws a TypeError for a malformed option.
 *
 * @example
 * import { processMemories } from 'ctxc/remember'
 *
 * const memory = processMemories()
 * const owner = { app: 'trips', user: 'anna' }
 * await memory.add(owner, [{ id: '1', text: 'Anna likes night trains.' }])
 * const [found] = await memory.search(owner, { text: 'Which trains does she like?' })
 * console.log(found?.text) // Anna likes night trains.
 */
export function processMemories(options: MemoryStoreOptions = {}): MemoryStore {
  const embedder = embedderOf(options, 'processMemories')
  const owners = new Map<string, RankedMemories>()
  return {
    id: 'process',
    async add(owner: Owner, memories: readonly Memory[]) {
      assertMemories(owner, memories)
      const key = ownerText(owner)
      const kept = owners.get(key) ?? new RankedMemories()
      owners.set(key, kept)
      const own = memories.map(memory => Object.freeze({ ...memory }))
      // Without vectors, there is nothing to wait for.
      const vectors = embedder === null ? [] : await embedder.vectorsOf(own.map(({ text }) => text))
      for (const [at, memory] of own.entries()) kept.set(memory, vectors[at])
    },
    async search(owner: Owner, query: MemoryQuery): Promise<readonly FoundMemory[]> {
      assertMemoryQuery(owner, query)
      query.signal?.throwIfAborted()
      const { text, top = usualTop, exceptSession } = query
      const [vector] = embedder === null ? [] : await embedder.vectorsOf([text], query.signal)
      return owners.get(ownerText(owner))?.rank({ text, top, exceptSession, vector }) ?? []
    },
    async delete(owner: Owner, ids: readonly string[]) {
      assertIds(owner, ids)
      for (const id of ids) owners.get(ownerText(owner))?.delete(id)
    },
    async deleteOwner(owner: Owner) {
      assertMemories(owner, [])
      owners.delete(ownerText(owner))
    },
    erase: async () => null,
  }
}

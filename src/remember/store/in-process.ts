import { type Owner, ownerText } from '../../store/owner.ts'
import { assertIds, assertMemories, assertMemoryQuery } from './assert-memory.ts'
import type { FoundMemory, Memory, MemoryQuery, MemoryStore } from './memory-store.ts'
import { RankedMemories, usualTop } from './rank-memories.ts'

/**
 * Returns a store of memories that lives as long as the process. It ranks by words and their meanings, as `C.relevant` does.
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
export function processMemories(): MemoryStore {
  const owners = new Map<string, RankedMemories>()
  return {
    id: 'process',
    async add(owner: Owner, memories: readonly Memory[]) {
      assertMemories(owner, memories)
      const key = ownerText(owner)
      const kept = owners.get(key) ?? new RankedMemories()
      owners.set(key, kept)
      for (const memory of memories) kept.set(Object.freeze({ ...memory }))
    },
    async search(owner: Owner, query: MemoryQuery): Promise<readonly FoundMemory[]> {
      assertMemoryQuery(owner, query)
      query.signal?.throwIfAborted()
      const { text, top = usualTop, exceptSession } = query
      return owners.get(ownerText(owner))?.rank({ text, top, exceptSession }) ?? []
    },
    async delete(owner: Owner, ids: readonly string[]) {
      assertIds(owner, ids)
      for (const id of ids) owners.get(ownerText(owner))?.delete(id)
    },
    async deleteOwner(owner: Owner) {
      assertMemories(owner, [])
      owners.delete(ownerText(owner))
    },
  }
}

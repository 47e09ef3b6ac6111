import type { ConversationStorage } from '../../core/adapter/conversation-storage.ts'
import { storagePrefix } from '../../core/adapter/storage-key.ts'
import { isListedStorage, storedEvents, storedKeys } from '../../core/adapter/stored-values.ts'
import type { MemoryStore } from '../../core/remember/store/memory-store.ts'
import type { Owner } from '../../core/session/owner.ts'
import type { CacheDeleter } from './forget-caches.ts'
import type { ForgetLog } from './forget-report.ts'
import type { SessionInfo, Store } from './store.ts'

/** Name of a place in the options of `forget`, and all that the work on it needs. */
export interface ForgetPlace {
  readonly owner: Owner
  readonly where: string
  readonly log: ForgetLog
  readonly caches: CacheDeleter
  readonly now: () => number
}

/** Deletes the caches that an owner's sessions name, and reports sessions on which a process works. */
export async function readSessions(
  store: Store,
  { owner, where, log, caches, now }: ForgetPlace,
): Promise<void> {
  let after: string | undefined
  do {
    const page = await store.list(owner, { limit: 1_000, ...(after !== undefined && { after }) })
    await reportRuns(store, page.items, { owner, where, log, now })
    for (const { id } of page.items)
      await log.attempt('caches', `session '${id}' of ${where}`, async () =>
        caches.delete((await store.read({ owner, id }))?.events ?? []),
      )
    after = page.next ?? undefined
  } while (after !== undefined)
}

/** Reports the sessions that have a lease. A process works on them, so it has their content still. */
async function reportRuns(
  { leases }: Store,
  sessions: readonly SessionInfo[],
  { owner, where, log, now }: Omit<ForgetPlace, 'caches'>,
): Promise<void> {
  if (leases === undefined || sessions.length === 0) return
  const known = sessions.map(({ id, revision }) => ({ key: { owner, id }, revision }))
  const changes = await leases.changed(known, now())
  const free = new Set(changes.flatMap(({ key, isFree }) => (isFree ? [key.id] : [])))
  for (const { id } of sessions)
    if (!free.has(id))
      log.left.push({
        kind: 'runs',
        where: `session '${id}' of ${where}`,
        why: 'a process runs it, and can write no more: call forget again when it has noticed',
      })
}

/** Deletes the keys of an owner in a storage, after the caches that the values name. */
export async function deleteStored(
  storage: ConversationStorage,
  { owner, where, log, caches }: ForgetPlace,
): Promise<void> {
  const prefix = storagePrefix({ owner })
  if (!isListedStorage(storage))
    throw new Error(`it has no methods keys and delete: delete the keys that begin with '${prefix}'`)
  const keys = await storedKeys(storage, prefix)
  for (const key of keys)
    await log.attempt('caches', `a value of ${where}`, async () =>
      caches.delete(await storedEvents(storage, key)),
    )
  for (const key of keys) await storage.delete(key)
  log.deleted.push({ kind: 'storage', where, count: keys.length })
}

/** Deletes an owner's memories. */
export async function deleteMemories(memory: MemoryStore, { owner, where, log }: ForgetPlace): Promise<void> {
  await memory.deleteOwner(owner)
  log.deleted.push({ kind: 'memories', where, count: null })
  await log.erase(where, memory)
}

/** Deletes an owner's sessions, shared keys and costs. */
export async function deleteSessions(store: Store, { owner, where, log }: ForgetPlace): Promise<void> {
  const count = await store.deleteOwner(owner)
  log.deleted.push({ kind: 'sessions', where, count })
  const { items } = await store.list(owner, { limit: 1 })
  if (items.length > 0)
    log.left.push({ kind: 'sessions', where, why: 'a session began meanwhile: call forget again' })
  await log.erase(where, store)
}

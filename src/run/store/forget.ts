import { type ConversationStorage, storageChecks } from '../../core/adapter/conversation-storage.ts'
import { assertEffects } from '../../core/effect/assert-effects.ts'
import type { Effects } from '../../core/effect/handler.ts'
import { assertFunction, listOf, signal, withMethods } from '../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../core/form/options.ts'
import type { MemoryStore } from '../../core/remember/store/memory-store.ts'
import { assertOwner, type Owner } from '../../core/session/owner.ts'
import { CacheDeleter } from './forget-caches.ts'
import {
  deleteMemories,
  deleteSessions,
  deleteStored,
  type ForgetPlace,
  readSessions,
} from './forget-places.ts'
import { ForgetLog, type ForgetReport, type OwnedData } from './forget-report.ts'
import type { Store } from './store.ts'

/** Places from which `forget` deletes the data of an owner. */
export interface ForgetOptions {
  /** Stores of sessions. */
  readonly stores?: readonly Store[]
  readonly memories?: readonly MemoryStore[]
  /** Storages of `contextCompiler` and `createConversationCompiler`. */
  readonly storages?: readonly ConversationStorage[]
  /** Handlers of effects. `effects.cache` deletes caches at the provider, but only those that it made. */
  readonly effects?: Effects
  /** Signal that stops the work. What is not deleted by then is in the report. */
  readonly signal?: AbortSignal
  /** Clock for leases and caches that have ended; `Date.now` by default. */
  readonly now?: () => number
}

const form: OptionsForm<ForgetOptions> = {
  takes: {
    stores: listOf(withMethods('a store of sessions', 'read', 'list', 'deleteOwner')),
    memories: listOf(withMethods('a store of memories', 'search', 'deleteOwner')),
    storages: listOf(storageChecks.storage),
    effects: assertEffects,
    signal,
    now: assertFunction,
  },
}

/**
 * Deletes all data of an owner: explicit caches at the provider, keys of storages, memories, sessions, shared `user:`
 * keys and costs. Then it removes the deleted bytes from the files of the stores. A place that fails does not stop the
 * others, and is in the report with its reason: call `forget` again. Rejects with a TypeError for malformed options
 * only.
 *
 * @example
 * import { processMemories } from 'ctxc/remember'
 * import { forget, inMemoryStore } from 'ctxc/store'
 *
 * const owner = { app: 'docs', user: 'ada' }
 * const report = await forget(owner, { stores: [inMemoryStore()], memories: [processMemories()] })
 * console.log(report.left) // []
 */
export async function forget(owner: Owner, options: ForgetOptions): Promise<ForgetReport> {
  assertOwner(owner)
  const {
    stores = [],
    memories = [],
    storages = [],
    now = Date.now,
    ...about
  } = readOptions(form, options, 'forget')
  const log = new ForgetLog(about.signal)
  const caches = new CacheDeleter(log, about, now)
  const each = async <Place>(
    kind: OwnedData,
    places: readonly (readonly [where: string, place: Place])[],
    work: (place: Place, about: ForgetPlace) => Promise<void>,
  ): Promise<void> => {
    for (const [where, place] of places)
      await log.attempt(kind, where, () => work(place, { owner, where, log, caches, now }))
  }
  // The names of caches are in sessions and storages only, so the caches are deleted before these.
  await each('caches', named('stores', stores), readSessions)
  await each('storage', named('storages', storages), deleteStored)
  caches.report()
  await each('memories', named('memories', memories), deleteMemories)
  await each('sessions', named('stores', stores), deleteSessions)
  return { deleted: log.deleted, left: log.left }
}

/** Returns places with their names in the options. */
const named = <Place>(option: string, places: readonly Place[]): readonly (readonly [string, Place])[] =>
  places.map((place, at) => [`${option}[${at}]`, place])

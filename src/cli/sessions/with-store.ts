import type { SessionKey } from '../../core/session/owner.ts'
import type { SessionRecord, Store } from '../../run/store/store.ts'
import type { Io } from '../io.ts'
import type { StoreGiven } from '../run/given.ts'
import { reportMissing } from '../run/missing-session.ts'
import { openExistingStore, storeOwner } from '../run/open-store.ts'

/** Runs a function with an open session store, and then closes the store. */
export async function withStore<Result>(
  given: StoreGiven,
  io: Io,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openExistingStore(given, io)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Stored session that was found, with its store. */
export interface FoundSession {
  readonly store: Store
  readonly key: SessionKey
  readonly record: SessionRecord
}

/** Runs a function with a stored session. If the session does not exist, reports this. Returns the exit code. */
export async function withSession(
  id: string,
  given: StoreGiven,
  io: Io,
  work: (found: FoundSession) => Promise<number>,
): Promise<number> {
  const owner = storeOwner(given)
  const key = { owner, id }
  return withStore(given, io, async store => {
    const record = id === '' ? null : await store.read(key)
    return record === null ? reportMissing(store, key, io) : work({ store, key, record })
  })
}

import type { SessionKey } from '../../core/session/owner.ts'

/**
 * Error of an append whose writer no longer has the session's lease: nothing was written, because another process may
 * run the session.
 *
 * @example
 * import { inMemoryStore, LeaseError } from 'ctxc/store'
 *
 * const store = inMemoryStore()
 * const key = { owner: { app: 'docs' }, id: 's1' }
 * const events = [{ author: 'user', text: 'Hello' }]
 * const write = { events, status: 'due', time: 0 } as const
 * await store.append(key, { ...write, expectedRevision: 0 })
 * const lease = await store.leases?.take(key, { holder: 'server 1', length: 15_000, now: 0 })
 * await store.leases?.take(key, { holder: 'server 2', length: 15_000, now: 15_000 })
 * const late = store.append(key, { ...write, expectedRevision: 1, fence: lease?.fence })
 * console.log((await late.catch(reason => reason)) instanceof LeaseError) // true
 */
export class LeaseError extends Error {
  override readonly name = 'LeaseError'
  readonly key: SessionKey
  /** Fencing number of the lost lease. */
  readonly fence: number

  constructor(key: SessionKey, fence: number) {
    super(
      `the lease ${fence} of session '${key.id}' is lost, so nothing was written: another process may run it`,
    )
    this.key = key
    this.fence = fence
  }
}

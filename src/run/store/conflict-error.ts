import type { SessionKey } from '../../core/session/owner.ts'

/** Facts about a write that lost a race. */
export interface Conflict {
  readonly key: SessionKey
  /** Revision that the writer saw; 0 for a session that did not exist. */
  readonly expected: number
  /** Revision in the store. */
  readonly actual: number
  /** Shared keys (`user:`, `app:`) that another session wrote after the writer had read them, each once. */
  readonly scopes?: readonly string[]
}

/**
 * Error of a write that lost a race: nothing was written. Read the session again from the expected revision, and append
 * again if the events are still right. If the error's `scopes` are not empty, the session did not change, but another
 * session wrote these shared keys. Read them again with the store's method `scopes`.
 *
 * @example
 * import { ConflictError, inMemoryStore } from 'ctxc/store'
 *
 * const store = inMemoryStore()
 * const key = { owner: { app: 'docs' }, id: 's1' }
 * const write = { expectedRevision: 0, events: [{ author: 'user', text: 'Hello' }], status: 'due', time: 0 } as const
 * await store.append(key, write)
 * const error = await store.append(key, write).catch(reason => reason)
 * console.log(error instanceof ConflictError, error.actual) // true 1
 */
export class ConflictError extends Error {
  readonly key: SessionKey
  readonly expected: number
  readonly actual: number
  readonly scopes: readonly string[]

  constructor({ key, expected, actual, scopes = [] }: Conflict) {
    super(
      scopes.length > 0
        ? `another session wrote ${scopes.join(', ')} since they were read, so nothing was written`
        : `session '${key.id}' must be at revision ${expected}, got ${actual}: another writer came first, so nothing was written`,
    )
    this.name = 'ConflictError'
    this.key = key
    this.expected = expected
    this.actual = actual
    this.scopes = scopes
  }
}

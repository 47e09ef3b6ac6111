// The one place for authentication. Everything else gets an owner, and reads and writes as that owner.
import type { IncomingMessage } from 'node:http'
import type { Owner } from 'ctxc/store'

/** Caller of the service. */
export interface Caller {
  readonly owner: Owner
  /** Name that is recorded with a decision. */
  readonly name: string
}

/** Returns the caller of a request; null if the request must be refused. Check a session cookie or a token here. */
export function authenticate({ headers }: IncomingMessage): Caller | null {
  const { 'x-tenant': tenant, 'x-user': user } = headers
  if (typeof tenant !== 'string' || typeof user !== 'string' || tenant === '' || user === '') return null
  return { owner: { app: tenant, user }, name: user }
}

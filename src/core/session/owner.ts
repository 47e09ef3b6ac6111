import { describe } from '../form/describe.ts'
import { isObject } from '../ir/json.ts'
import type { Owner } from '../ir/owner.ts'

export type { Owner } from '../ir/owner.ts'

/** Identity of a stored session. Two owners may use one id for two sessions. */
export interface SessionKey {
  readonly owner: Owner
  readonly id: string
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Rejects a malformed owner. */
export function assertOwner(owner: unknown, at = 'owner'): asserts owner is Owner {
  if (!isObject(owner)) throw new TypeError(`${at} must be { app, user? }, got ${describe(owner)}`)
  const { app, user, ...others } = owner
  if (!isName(app)) throw new TypeError(`${at}.app must be a string that is not empty, got ${describe(app)}`)
  if (user !== undefined && !isName(user))
    throw new TypeError(`${at}.user must be a string that is not empty, got ${describe(user)}`)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new TypeError(`${at} has no field '${unknown}': use one of app, user`)
}

/** Rejects a malformed key of a session. */
export function assertSessionKey(key: unknown): asserts key is SessionKey {
  if (!isObject(key)) throw new TypeError(`the key of a session must be { owner, id }, got ${describe(key)}`)
  assertOwner(key.owner)
  if (!isName(key.id)) throw new TypeError(`id must be a string that is not empty, got ${describe(key.id)}`)
}

/** Returns a text that identifies an owner. */
export const ownerText = ({ app, user }: Owner): string =>
  JSON.stringify(user === undefined ? [app] : [app, user])

/** Returns a text that identifies a session. */
export const keyText = ({ owner, id }: SessionKey): string => JSON.stringify([ownerText(owner), id])

/** Returns a text that identifies a session to other services: its names with slashes between them. */
export const sessionText = ({ owner: { app, user }, id }: SessionKey): string =>
  [app, ...(user === undefined ? [] : [user]), id].map(escaped).join('/')

const escaped = (name: string): string => name.replaceAll('%', '%25').replaceAll('/', '%2F')

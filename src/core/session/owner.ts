import { type Check, check, isText, objectCheck } from '../form/check.ts'
import { Path } from '../form/path.ts'
import { isObject } from '../ir/json.ts'

/** App, and optionally one of its users, to which a session and memories belong. */
export interface Owner {
  readonly app: string
  /** User of the app; without a user, the session belongs to the app itself. */
  readonly user?: string
}

/** Identity of a stored session: its owner and id. Two owners may use the same id for different sessions. */
export interface SessionKey {
  readonly owner: Owner
  readonly id: string
}

const name = check('a string that is not empty', value => isText(value) && value !== '')

/** Rejects a malformed owner. */
export const checkOwner: Check = (value, at) => {
  check('{ app, user? }', isObject)(value, at)
  objectCheck({ app: name, user: name } satisfies Record<keyof Owner, Check>, ['app'])(value, at)
}

/** Throws a TypeError for a malformed owner. */
export function assertOwner(owner: unknown): asserts owner is Owner {
  checkOwner(owner, Path.named('owner'))
}

/** Throws a TypeError for a malformed key of a session. */
export function assertSessionKey(key: unknown): asserts key is SessionKey {
  check('{ owner, id }', isObject)(key, Path.named('the key of a session'))
  const { owner, id } = key as Readonly<Record<string, unknown>>
  assertOwner(owner)
  name(id, Path.named('id'))
}

/** Returns a text that identifies an owner. */
export const ownerText = ({ app, user }: Owner): string =>
  JSON.stringify(user === undefined ? [app] : [app, user])

/** Returns a text that identifies a session. */
export const keyText = ({ owner, id }: SessionKey): string => JSON.stringify([ownerText(owner), id])

/** Returns a text by which other services identify a session: app, user and id with slashes between them. */
export const sessionText = ({ owner: { app, user }, id }: SessionKey): string =>
  [app, ...(user === undefined ? [] : [user]), id].map(escapeSlashes).join('/')

const escapeSlashes = (name: string): string => name.replaceAll('%', '%25').replaceAll('/', '%2F')

import type { Trust } from '../../../core/ir/trust.ts'
import type { Owner } from '../../../core/session/owner.ts'
import { parseJsonValue, stringifyJson } from '../json-text.ts'
import { lostKeys } from '../scoped-revision.ts'
import type { ScopedValue, ScopedWrite } from '../store.ts'
import { decodeColumnText, encodeColumnText } from './column-text.ts'
import type { DatabaseSync } from './database.ts'

interface ScopeRow {
  readonly key: string
  /** JSON value of the key; null for a deleted key. */
  readonly value: string | null
  readonly trust: Trust
  readonly revision: number
}

const queries = (database: DatabaseSync) => ({
  find: database.prepare('select * from ctxc_scope where app = ? and user = ? and key = ?'),
  all: database.prepare(`select * from ctxc_scope where app = ?1 and user in ('', ?2)`),
  write:
    database.prepare(`insert into ctxc_scope (app, user, key, value, trust, revision) values (?, ?, ?, ?, ?, 1)
    on conflict do update set value = excluded.value, trust = excluded.trust, revision = revision + 1`),
  delete: database.prepare('delete from ctxc_scope where app = ? and user = ?'),
})

/** Table of the state keys that several sessions share. */
export class ScopeTable {
  private readonly sql: ReturnType<typeof queries>

  constructor(database: DatabaseSync) {
    this.sql = queries(database)
  }

  /** Returns the keys of writes that lost a race: another session wrote the key after the writer had read it. */
  keysLostInRace(owner: Owner, writes: readonly ScopedWrite[]): readonly string[] {
    return lostKeys(writes, key => {
      const row = this.sql.find.get(...keyColumns(owner, key)) as ScopeRow | undefined
      return row && { revision: row.revision, isDeleted: row.value === null }
    })
  }

  write(owner: Owner, { key, value, trust }: ScopedWrite): void {
    const text = value === undefined ? null : stringifyJson(value)
    this.sql.write.run(...keyColumns(owner, key), text, trust)
  }

  /** Returns all shared keys of an app and, if the owner has a user, those of the user. */
  read({ app, user = '' }: Owner): ReadonlyMap<string, ScopedValue> {
    const rows = this.sql.all.all(
      encodeColumnText(app),
      encodeColumnText(user),
    ) as unknown as readonly ScopeRow[]
    return new Map(
      rows.flatMap(({ key, value, trust, revision }) =>
        value === null
          ? []
          : [[decodeColumnText(key), { value: parseJsonValue(value), trust, revision }] as const],
      ),
    )
  }

  /** Deletes all shared keys of a user. */
  deleteUser(app: string, user: string): void {
    this.sql.delete.run(encodeColumnText(app), encodeColumnText(user))
  }
}

/** Returns the columns app, user and key for a shared key. A key of the app has an empty user. */
const keyColumns = ({ app, user = '' }: Owner, key: string): readonly [string, string, string] => [
  encodeColumnText(app),
  key.startsWith('app:') ? '' : encodeColumnText(user),
  encodeColumnText(key),
]

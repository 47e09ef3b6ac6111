import type { DatabaseSync, StatementSync } from './database.ts'

const queries = {
  session: 'select * from ctxc_session where app = ? and user = ? and id = ?',
  insert: `insert into ctxc_session
    (app, user, id, revision, status, wake_at, created, updated, state, parent_id, parent_revision)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  update: 'update ctxc_session set revision = ?, status = ?, wake_at = ?, updated = ? where key = ?',
  delete: 'delete from ctxc_session where key = ?',
  deleteOwner: 'delete from ctxc_session where app = ? and user = ?',
  list: `select * from ctxc_session where app = ? and user = ? and (? is null or status = ?)
    and (updated < ? or (updated = ? and id > ?)) order by updated desc, id limit ?`,
  due: `select * from ctxc_session where key > ? and (status = 'due' or wake_at <= ?) order by key limit ?`,
  events: 'select seq, body, mark from ctxc_event where session = ? and seq >= ? and seq < ? order by seq',
  addEvent: 'insert into ctxc_event (session, seq, body, mark) values (?, ?, ?, ?)',
  copyEvents: `insert into ctxc_event (session, seq, body, mark)
    select ?, seq, body, mark from ctxc_event where session = ? and seq < ?`,
  long: 'select body from ctxc_long where hash = ?',
  addLong: 'insert into ctxc_long (hash, body) values (?, ?) on conflict do nothing',
  useLong: 'insert into ctxc_long_use (session, hash) values (?, ?) on conflict do nothing',
  copyUses: `insert into ctxc_long_use (session, hash) select ?, hash from ctxc_long_use where session = ?`,
  dropLong: 'delete from ctxc_long where hash not in (select hash from ctxc_long_use)',
  scope: 'select key, value, trust, revision from ctxc_scope where app = ? and user = ? and key = ?',
  scopes: `select key, value, trust, revision from ctxc_scope where app = ?1 and user in ('', ?2)`,
  writeScope: `insert into ctxc_scope (app, user, key, value, trust, revision) values (?, ?, ?, ?, ?, 1)
    on conflict do update set value = excluded.value, trust = excluded.trust, revision = revision + 1`,
  deleteScope: 'delete from ctxc_scope where app = ? and user = ?',
} as const

/** Prepared queries of a store. */
export type Statements = { readonly [Name in keyof typeof queries]: StatementSync }

/** Prepares the queries of a store. */
export const statementsOf = (database: DatabaseSync): Statements =>
  Object.fromEntries(
    Object.entries(queries).map(([name, sql]) => [name, database.prepare(sql)]),
  ) as Statements

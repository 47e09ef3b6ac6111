import { tokenColumns, tokenNames } from '../accounts.ts'

/** Time of the database's clock, in milliseconds since 1970. */
const now = '(extract(epoch from clock_timestamp()) * 1000)::float8'

/** Time of the database's clock in a condition. As a query of its own, an index can be searched for it. */
export const clock = `(select ${now})`

/** Condition for the sessions of the owner in the parameters 1 and 2. */
export const isOwned = `app = decode($1, 'hex') and app_user = decode($2, 'hex')`

/** Condition for the session in the parameters 1 to 3. */
export const isSession = `${isOwned} and id = decode($3, 'hex')`

/** Condition for a revision that a writer expects, and that a shared key does not have. 0 is right for a deleted key. */
export const isLost = (revision: string, isDeleted: string): string =>
  `seen::bigint <> ${revision} and not (seen::bigint = 0 and ${isDeleted})`

/** Queries for the written shared keys, and for those among them that another session wrote after they were read. */
export const sharedKeys = (parameter: string, lock: string): string => `
  given as materialized (
    select decode(app, 'hex') as app, decode(app_user, 'hex') as app_user, decode(key, 'hex') as key, value, trust,
      times, expected
    from json_to_recordset(${parameter}::text::json) as given
      (app text, app_user text, key text, value text, trust text, times bigint, expected json)
  ),
  kept as materialized (
    select scope.app, scope.app_user, scope.key, scope.revision, scope.value is null as is_deleted
    from S.scope as scope join given using (app, app_user, key) order by 1, 2, 3 ${lock}
  ),
  lost as materialized (
    select given.key from given left join kept using (app, app_user, key)
    where exists (
      select 1 from json_array_elements_text(given.expected) as seen
      where ${isLost('coalesce(kept.revision, 0)', 'coalesce(kept.is_deleted, true)')}
    )
  )`

/** Time since which a session waits for a runner, or at which it needs one. `before` is the time if it was due already. */
export const dueAt = (status: string, wakeAt: string, time: string, before = 'null'): string =>
  `case when ${status}::text = 'due' then least(${time}::float8, ${now}, ${before}) else ${wakeAt}::float8 end`

/** Columns of the token counts of a cost, in the order of their names. */
export const costColumns = tokenNames.map(name => tokenColumns[name])

/** Facts about a session, for JSON. */
export const facts = `'id', encode(id, 'hex'), 'revision', revision, 'status', status, 'wakeAt', wake_at, 'created', created,
  'updated', updated, 'parentId', encode(parent_id, 'hex'), 'parentRevision', parent_revision`

/** Columns with the key of a session. */
export const keyColumns = `encode(app, 'hex') as app, encode(app_user, 'hex') as app_user, encode(id, 'hex') as id`

import { tokenColumns, tokenNames } from '../accounts.ts'
import { inSchema } from './schema.ts'

/** Time of the database's clock, in milliseconds since 1970. As a query of its own, an index can be searched for it. */
const clock = '(select (extract(epoch from clock_timestamp()) * 1000)::float8)'

/** Condition for the sessions of the owner in the parameters 1 and 2, and for the session in the parameters 1 to 3. */
const isOwned = `app = decode($1, 'hex') and app_user = decode($2, 'hex')`
const isSession = `${isOwned} and id = decode($3, 'hex')`

/** Facts about a session, for JSON. */
const facts = `'id', encode(id, 'hex'), 'revision', revision, 'status', status, 'wakeAt', wake_at, 'created', created,
  'updated', updated, 'parentId', encode(parent_id, 'hex'), 'parentRevision', parent_revision`

/** Columns with the key of a session. */
const keyColumns = `encode(app, 'hex') as app, encode(app_user, 'hex') as app_user, encode(id, 'hex') as id`

/** Fencing number of a lease: that of the holder's own lease, or a new one. */
const fenceOf = (holder: string): string =>
  `case when holder = decode(${holder}, 'hex') then fence else nextval('S.fence') end`

/** Columns of a lease. */
const leaseColumns = `${keyColumns}, fence::text as fence, revision::text as revision`

/** Condition of a session that exists and that no holder has. */
const isFree = `session.key is not null and (holder is null or held_until <= ${clock})`

/** Condition of a session that was last changed before a time, and that is neither due nor waiting nor leased. */
const isOld = (before: string): string => `updated < ${before}::float8 and status not in ('due', 'waiting')
  and wake_at is null and (held_until is null or held_until <= ${clock})`

/** Condition for a revision that a writer expects, and that a shared key does not have. 0 is right for a deleted key. */
const isLost = (revision: string, isDeleted: string): string =>
  `seen::bigint <> ${revision} and not (seen::bigint = 0 and ${isDeleted})`

/** Queries for the written shared keys, and for those among them that another session wrote after they were read. */
const sharedKeys = (parameter: string, lock: string): string => `
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
const dueAt = (status: string, wakeAt: string, time: string, before = 'null'): string =>
  `case when ${status}::text = 'due' then least(${time}::float8, ${clock}, ${before}) else ${wakeAt}::float8 end`

/** The time since which a session has been due, so that another message does not cost it its place. */
const dueBefore = `case when status = 'due' then due_at end`

/** Query that adds a session. A session without events may already be there. */
const created = (condition: string): string => `
  insert into S.session as session
    (app, app_user, id, revision, status, wake_at, due_at, created, updated, state)
  select decode($1, 'hex'), decode($2, 'hex'), decode($3, 'hex'), $10::bigint, $5::text, $6::float8,
    ${dueAt('$5', '$6', '$7')}, $7::float8, $7::float8, $8::text
  where ${condition}
  on conflict (app, app_user, id) do update set revision = excluded.revision, status = excluded.status,
    wake_at = excluded.wake_at, due_at = excluded.due_at, updated = excluded.updated
  where session.revision = 0
  returning key, revision`

/** Query that changes a session, if it has the expected revision and, for the holder of a lease, its fencing number. */
const updated = (condition: string): string => `
  update S.session set revision = $10::bigint, status = $5::text, wake_at = $6::float8,
    due_at = ${dueAt('$5', '$6', '$7', dueBefore)}, updated = $7::float8,
    held_until = case when holder is not null then held_until end
  where ${isSession} and revision = $4::bigint and ($8::bigint is null or fence = $8::bigint) and ${condition}
  returning key, revision`

/** Query that adds the events of an append to its session, in one row. */
const addedEvents = `
  insert into S.event (session, seq, body) select key, $4::bigint, $9::text from written where $9::text <> ''`

/** Query that writes shared keys. It skips a key that another session created after `kept` was read. */
const writtenKeys = `
  insert into S.scope as scope (app, app_user, key, value, trust, revision)
  select given.app, given.app_user, given.key, given.value, given.trust, given.times
  from given, written order by 1, 2, 3
  on conflict (app, app_user, key) do update
    set value = excluded.value, trust = excluded.trust, revision = scope.revision + excluded.revision
    where not exists (
      select 1 from given, json_array_elements_text(given.expected) as seen
      where given.app = scope.app and given.app_user = scope.app_user and given.key = scope.key
        and ${isLost('scope.revision', 'scope.value is null')}
    )
  returning 1`

/** Columns of the token counts of a cost, in the order of their names. */
const columns = tokenNames.map(name => tokenColumns[name])

/** Query that adds the costs of the calls whose answers are appended. */
const addedCosts = (parameter: string): string => `,
  costs as (
    insert into S.cost (app, app_user, time, model, usd, ${columns.join(', ')})
    select decode($1, 'hex'), decode($2, 'hex'), $7::float8, decode(model, 'hex'), usd, ${columns.join(', ')}
    from written, json_to_recordset(${parameter}::text::json) as cost
      (model text, usd float8, ${columns.map(column => `${column} float8`).join(', ')})
  )`

/** Text that is no number: reading it as one undoes a statement that skipped a shared key. */
export const skippedKeyText = 'another session wrote a shared key'

/** Returns the revision after an append. Without a row, nothing was written. */
const append = (written: string, costs = ''): string => `
  with written as (${written}), events as (${addedEvents})${costs}
  select revision::text from written`

/** The same for an append with shared keys. */
const appendWithKeys = (written: (condition: string) => string, costs = ''): string => `
  with ${sharedKeys('$11', 'for update of scope')},
  written as (${written('not exists (select 1 from lost)')}),
  events as (${addedEvents}),
  scopes as (${writtenKeys})${costs}
  select (
    case when (select count(*) from scopes) = (select count(*) from given) then revision::text
    else '${skippedKeyText}' end
  )::bigint::text
  from written`

/** Returns the first lines of `body`. Lines are events. */
const linesOf = (count: string): string =>
  `array_to_string((string_to_array(body, e'\\n'))[1 : (${count})::integer], e'\\n')`

/** Statements of a store, each of which is a transaction. `S.` stands for the schema. */
const statements = {
  create: append(created('true')),
  update: append(updated('true')),
  createWithKeys: appendWithKeys(created),
  updateWithKeys: appendWithKeys(updated),
  createWithCosts: append(created('true'), addedCosts('$11')),
  updateWithCosts: append(updated('true'), addedCosts('$11')),
  createWithKeysAndCosts: appendWithKeys(created, addedCosts('$12')),
  updateWithKeysAndCosts: appendWithKeys(updated, addedCosts('$12')),
  /** Returns the facts by which an append that wrote nothing lost its race. */
  lostRace: `
    with ${sharedKeys('$4', '')}
    select coalesce(revision, 0)::text, fence::text, coalesce((select json_agg(encode(key, 'hex')) from lost), '[]')::text
    from (select 1) as one left join S.session on ${isSession}`,
  /** Returns the facts about a session in a row, and the rows with its events. The first one may begin before `from`. */
  read: `
    with found as materialized (select * from S.session where ${isSession})
    select null::text, json_build_object(${facts}, 'state', state)::text from found
    union all
    select seq::text, body from S.event where session = (select key from found) and seq >= (
      select coalesce(max(seq), 0) from S.event where session = (select key from found) and seq <= $4::bigint
    )`,
  list: `
    select json_build_object(${facts})::text from S.session
    where ${isOwned} and ($3::text is null or status = $3::text) and updated <= $4::float8
      and (updated < $4::float8 or id > decode($5, 'hex'))
    order by updated desc, id limit $6::bigint`,
  due: `
    select ${keyColumns}, key::text from S.session
    where due_at is not null and (status = 'due' or wake_at <= $1::float8) and key > $2::bigint
    order by session.key limit $3::bigint`,
  scopes: `
    select encode(key, 'hex'), value, trust, revision::text from S.scope
    where app = decode($1, 'hex') and app_user in (''::bytea, decode($2, 'hex')) and value is not null`,
  /** Returns the revision of the fork: null if its id is in use, and no row if there is nothing to fork. */
  fork: `
    with source as materialized (
      select key, app, app_user, state, least($5::bigint, revision) as kept from S.session where ${isSession}
    ),
    made as (
      insert into S.session
        (app, app_user, id, revision, status, due_at, created, updated, state, parent_id, parent_revision)
      select app, app_user, decode($4, 'hex'), kept + $9::bigint, $7::text, ${dueAt('$7', 'null', '$6')}, $6::float8,
        $6::float8, state, decode($3, 'hex'), kept
      from source
      on conflict (app, app_user, id) do nothing
      returning key, revision
    ),
    copied as (
      insert into S.event (session, seq, body)
      select made.key, seq, case when seq = max(seq) over () then ${linesOf('kept - seq')} else body end
      from source cross join made join S.event as event on event.session = source.key and seq < kept
    ),
    added as (
      insert into S.event (session, seq, body) select made.key, kept, $8::text from source, made where $8::text <> ''
    )
    select made.revision::text from source left join made on true`,
  delete: `delete from S.session where ${isSession} returning key::text`,
  deleteOwner: `
    with sessions as (delete from S.session where ${isOwned} returning 1),
    scopes as (delete from S.scope where ${isOwned} and app_user <> ''::bytea),
    costs as (delete from S.cost where ${isOwned})
    select count(*)::text from sessions`,
  old: `
    select ${keyColumns}, key::text from S.session
    where ${isOld('$1')} and key > $2::bigint
    order by session.key limit $3::bigint`,
  deleteOld: `
    delete from S.session
    where key = $1::bigint and revision = $2::bigint and updated = $3::float8 and status = $4::text
      and ${isOld('$5')}
    returning key::text`,
  restore: `
    with made as (
      insert into S.session
        (app, app_user, id, revision, status, due_at, created, updated, state, parent_id, parent_revision)
      select decode($1, 'hex'), decode($2, 'hex'), decode($3, 'hex'), $4::bigint, $5::text,
        ${dueAt('$5', 'null', '$7')}, $6::float8, $7::float8, $8::text, decode($9, 'hex'), $10::bigint
      on conflict (app, app_user, id) do nothing
      returning key
    ),
    added as (
      insert into S.event (session, seq, body)
      select made.key, given.seq, given.body
      from made, json_to_recordset($11::text::json) as given (seq integer, body text)
    )
    select key::text from made`,
  owners: `
    select encode(app, 'hex'), encode(app_user, 'hex'), count(*)::text, max(updated)::text from S.session
    where (app, app_user) > (decode($1, 'hex'), decode($2, 'hex'))
    group by app, app_user order by app, app_user limit $3::bigint`,
  costs: `
    select encode(app, 'hex'), encode(app_user, 'hex'), encode(model, 'hex'), count(*)::text,
      coalesce(sum(usd), 0)::text, (count(*) - count(usd))::text, ${columns.map(column => `sum(${column})::text`).join(', ')}
    from S.cost
    where ($1::text is null or app = decode($1, 'hex')) and ($2::text is null or app_user = decode($2, 'hex'))
      and time >= $3::float8 and time < $4::float8
    group by app, app_user, model order by app, app_user, model`,
  take: `
    update S.session set fence = ${fenceOf('$4')},
      holder = decode($4, 'hex'), held_until = ${clock} + $5::float8
    where ${isSession} and (holder is null or holder = decode($4, 'hex') or held_until <= ${clock})
    returning ${leaseColumns}`,
  // Rows that another process just now writes or takes are skipped, so that processes do not wait for each other.
  takeDue: `
    with due as materialized (
      select key from S.session
      where due_at <= greatest($3::float8, ${clock}) and (status = 'due' or wake_at <= $3::float8)
        and ($4::text is null or app = decode($4, 'hex'))
        and (held_until is null or held_until <= ${clock})
      order by due_at, key limit $5::bigint for update skip locked
    ),
    taken as (
      update S.session as session
      set fence = ${fenceOf('$1')}, holder = decode($1, 'hex'), held_until = ${clock} + $2::float8
      from due where session.key = due.key
      returning due_at, session.key, ${leaseColumns}
    )
    select app, app_user, id, fence, revision from taken order by due_at, key`,
  renew: `
    update S.session set held_until = ${clock} + $2::float8 where holder = decode($1, 'hex') returning ${leaseColumns}`,
  release: `
    update S.session set fence = null, holder = null, held_until = ${clock} + $5::float8
    where ${isSession} and fence = $4::bigint`,
  changed: `
    select place::text, case when not (${isFree}) then 'held' when held_until > ${clock} then 'paused' else 'free' end
    from json_to_recordset($1::text::json) as known
      (place integer, app text, app_user text, id text, revision bigint)
    left join S.session as session on session.app = decode(known.app, 'hex')
      and session.app_user = decode(known.app_user, 'hex') and session.id = decode(known.id, 'hex')
    where coalesce(session.revision, 0) <> known.revision or (${isFree}) order by place`,
}

/** Name of a statement. */
export type StatementName = keyof typeof statements

/** Returns the statements for a schema. */
export const statementsOf = (schema: string): Readonly<Record<StatementName, string>> =>
  Object.fromEntries(
    Object.entries(statements).map(([name, sql]) => [name, inSchema(sql, schema)]),
  ) as Record<StatementName, string>

import { clock, costColumns, dueAt, facts, isOwned, isSession, keyColumns, sharedKeys } from './fragments.ts'
import { appendCalls, functionCalls } from './functions.ts'
import { statementsIn } from './schema.ts'

/** Condition of a session that was last changed before a time, and that is neither due nor waiting nor leased. */
const isOld = (before: string): string => `updated < ${before}::float8 and status not in ('due', 'waiting')
  and wake_at is null and (held_until is null or held_until <= ${clock})`

/** Returns the first lines of `body`. Lines are events. */
const linesOf = (count: string): string =>
  `array_to_string((string_to_array(body, e'\\n'))[1 : (${count})::integer], e'\\n')`

/** Statements of a store, each of which is a transaction. `S.` stands for the schema. */
const statements = {
  ...functionCalls,
  /** Returns the facts by which an append that wrote nothing lost its race. */
  lostRace: `
    with ${sharedKeys('$4', '')}
    select coalesce(revision, 0)::text, fence::text, coalesce((select json_agg(encode(key, 'hex')) from lost), '[]')::text
    from (select 1) as one left join S.session on ${isSession}`,
  list: `
    select json_build_object(${facts})::text from S.session
    where ${isOwned} and ($3::text is null or status = $3::text) and minute <= floor($4::float8 / 60000)
      and updated <= $4::float8 and (updated < $4::float8 or id > decode($5, 'hex'))
    order by minute desc, updated desc, id limit $6::bigint`,
  due: `
    select ${keyColumns}, key::text from S.session
    where due_at is not null and (status = 'due' or wake_at <= $1::float8) and key > $2::bigint
    order by session.key limit $3::bigint`,
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
      coalesce(sum(usd), 0)::text, (count(*) - count(usd))::text, ${costColumns.map(column => `sum(${column})::text`).join(', ')}
    from S.cost
    where ($1::text is null or app = decode($1, 'hex')) and ($2::text is null or app_user = decode($2, 'hex'))
      and time >= $3::float8 and time < $4::float8
    group by app, app_user, model order by app, app_user, model`,
}

/** Name of a statement. */
export type StatementName = keyof typeof statements | keyof typeof appendCalls

/** Returns the statements for a schema. */
export const statementsOf = (schema: string): Readonly<Record<StatementName, string>> =>
  statementsIn({ ...statements, ...appendCalls }, schema)

import { costColumns, dueAt, isLost, isSession, sharedKeys } from './fragments.ts'

/** The time since which a session has been due, so that another message does not cost it its place. */
const dueBefore = `case when status = 'due' then due_at end`

/** Query that adds a session. A session without events may already be there. */
const created = (condition: string): string => `
  insert into S.session as session
    (app, app_user, id, revision, status, wake_at, due_at, created, updated, state)
  select decode($1, 'hex'), decode($2, 'hex'), decode($3, 'hex'), $10::bigint, $5::text, $6::float8,
    ${dueAt('$5', '$6', '$7')}, $7::float8, $7::float8, $11::text
  where ${condition}
  on conflict (app, app_user, id) do update set revision = excluded.revision, status = excluded.status,
    wake_at = excluded.wake_at, due_at = excluded.due_at, updated = excluded.updated
  where session.revision = 0
  returning key`

/** Query that changes a session, if it has the expected revision and, for the holder of a lease, its fencing number. */
const updated = (condition: string): string => `
  update S.session set revision = $10::bigint, status = $5::text, wake_at = $6::float8,
    due_at = ${dueAt('$5', '$6', '$7', dueBefore)}, updated = $7::float8,
    held_until = case when holder is not null then held_until end
  where ${isSession} and revision = $4::bigint and ($8::bigint is null or fence = $8::bigint) and ${condition}
  returning key`

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

/** Statements that write a session, and the shared keys of the append if it has some. */
const written = (write: (condition: string) => string): string => `
    if $12 is null then
      ${write('true')} into written_key;
    else
      with ${sharedKeys('$12', 'for update of scope')},
      written as (${write('not exists (select 1 from lost)')}),
      scopes as (${writtenKeys})
      select key, (select count(*) from scopes) = (select count(*) from given) from written into written_key, is_whole;
    end if;`

/** Number of parameters of an append. All are texts. */
export const appendParameters = 13

/**
 * Function of an append: the key in 1 to 3, expected revision, status, `wakeAt`, time, fencing number, events, new
 * revision, state of a new session, shared keys, costs. It returns the new revision, or null if it wrote nothing.
 */
export const appendFunction = `
  create function S.append(${Array(appendParameters).fill('text').join(', ')})
  returns bigint language plpgsql as $append$
  declare
    written_key bigint;
    is_whole boolean;
  begin
    if $11 is null then${written(updated)}
    else${written(created)}
    end if;
    if written_key is null then
      return null;
    end if;
    if not is_whole then
      -- Another session created a shared key meanwhile: nothing of this append remains.
      raise exception using errcode = 'serialization_failure';
    end if;
    if $9 <> '' then
      insert into S.event (session, seq, body) values (written_key, $4::bigint, $9);
    end if;
    if $13 is not null then
      insert into S.cost (app, app_user, time, model, usd, ${costColumns.join(', ')})
      select decode($1, 'hex'), decode($2, 'hex'), $7::float8, decode(model, 'hex'), usd, ${costColumns.join(', ')}
      from json_to_recordset($13::json) as cost
        (model text, usd float8, ${costColumns.map(column => `${column} float8`).join(', ')});
    end if;
    return $10::bigint;
  end
  $append$;`

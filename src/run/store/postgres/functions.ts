import { appendFunction, appendParameters } from './append-function.ts'
import { clock, facts, isSession, keyColumns } from './fragments.ts'

/** Fencing number of a lease: that of the holder's own lease, or a new one. */
const fenceOf = (holder: string): string =>
  `case when holder = decode(${holder}, 'hex') then fence else nextval('S.fence') end`

/** Columns of a lease. */
const leaseColumns = `${keyColumns}, fence::text as fence, revision::text as revision`

/** Condition of a session that exists and that no holder has. */
const isFree = `session.key is not null and (holder is null or held_until <= ${clock})`

/** Returns the facts about a session in a row, and the rows with its events. The first one may begin before `from`. */
const read = `
  with found as materialized (select * from S.session where ${isSession})
    select null::text, json_build_object(${facts}, 'state', state)::text from found
    union all
    select seq::text, body from S.event where session = (select key from found where revision > $4::bigint) and seq >= (
      select coalesce(max(seq), 0) from S.event where session = (select key from found) and seq <= $4::bigint
    )`

const scopes = `
    select encode(key, 'hex'), value, trust, revision::text from S.scope
    where app = decode($1, 'hex') and app_user in (''::bytea, decode($2, 'hex')) and value is not null`

const take = `
    update S.session set fence = ${fenceOf('$4')},
      holder = decode($4, 'hex'), held_until = ${clock} + $5::float8
    where ${isSession} and (holder is null or holder = decode($4, 'hex') or held_until <= ${clock})
    returning ${leaseColumns}`

// Rows that another process just now writes or takes are skipped, so that processes do not wait for each other.
const takeDue = `
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
    select app, app_user, id, fence, revision from taken order by due_at, key`

// Statements that lock several sessions lock them in one order, or they would wait for each other.
const renew = `
    update S.session as session set held_until = ${clock} + $2::float8
    from (
      select key from S.session where holder = decode($1, 'hex') order by app, app_user, id for update
    ) as mine
    where session.key = mine.key returning ${leaseColumns}`

const release = `
    update S.session set fence = null, holder = null, held_until = ${clock} + $5::float8
    where ${isSession} and fence = $4::bigint returning null::text`

const changed = `
    select place::text, case when coalesce(session.revision, 0) <> known.revision then 'changed' end,
      case when not (${isFree}) then 'held' when held_until > ${clock} then 'paused' else 'free' end
    from json_to_recordset($1::text::json) as known
      (place integer, app text, app_user text, id text, revision bigint)
    left join S.session as session on session.app = decode(known.app, 'hex')
      and session.app_user = decode(known.app_user, 'hex') and session.id = decode(known.id, 'hex')
    where coalesce(session.revision, 0) <> known.revision or (${isFree}) order by place`

const numbered = (count: number, textOf: (number: number) => string): string =>
  Array.from({ length: count }, (_, index) => textOf(index + 1)).join(', ')

/** SQL that creates a function with a number of parameters, for a statement with a number of columns. All are texts. */
const functionOf = (
  name: string,
  parameters: number,
  columns: number,
  statement: string,
  before = '',
): string => `
  create function S.${name}(${numbered(parameters, () => 'text')})
  returns table (${numbered(columns, number => `column${number} text`)}) language plpgsql as $function$
  begin
    ${before}
    return query ${statement};
  end
  $function$;`

const callOf = (name: string, parameters: number): string =>
  `select * from S.${name}(${numbered(parameters, number => `$${number}`)})`

/**
 * SQL that creates the functions of a schema, for the statements that a process runs often. A database plans the statements
 * of a function once for each connection. Statements without a name would be planned each time, which takes longer than
 * running them, and a pooler has no use for names. Processes of several releases call the functions, so a released function
 * never changes.
 */
export const functionsSql: string = [
  appendFunction,
  functionOf('read', 4, 2, read),
  functionOf('scopes', 2, 4, scopes),
  functionOf('take', 5, 5, take),
  functionOf('take_due', 5, 5, takeDue),
  functionOf('renew', 2, 5, renew),
  // Nothing waits for the disk: a release that a crash loses is a lease that ends later.
  functionOf('release', 5, 1, release, `perform set_config('synchronous_commit', 'off', true);`),
  functionOf('changed', 1, 3, changed),
].join('')

/** Maximum number of appends in one statement. */
export const mostTogether = 16

/** Returns the statement that makes some appends, one after the other. Each column is a new revision. */
const appendsOf = (count: number): string =>
  `select ${numbered(count, append => `S.append(${numbered(appendParameters, number => `$${(append - 1) * appendParameters + number}`)})::text`)}`

/** Statements that append, by the number of their appends. */
export const appendCalls: Readonly<Record<`append${number}`, string>> = Object.fromEntries(
  Array.from({ length: mostTogether }, (_, index) => [`append${index + 1}`, appendsOf(index + 1)]),
)

/** Statements that call the other functions. */
export const functionCalls = {
  read: callOf('read', 4),
  scopes: callOf('scopes', 2),
  take: callOf('take', 5),
  takeDue: callOf('take_due', 5),
  renew: callOf('renew', 2),
  release: callOf('release', 5),
  changed: callOf('changed', 1),
}

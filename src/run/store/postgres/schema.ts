import { check } from '../../../core/form/check.ts'
import { Path } from '../../../core/form/path.ts'
import { functionsSql } from './functions.ts'

/** Name of the schema if none is given. */
export const defaultSchema = 'ctxc'

/** Check of the name of a schema. A longer name would be cut by Postgres. */
export const checkSchemaName = check(
  'a name of small letters, digits and _, at most 63 characters',
  name => typeof name === 'string' && /^[a-z_][a-z0-9_]{0,62}$/.test(name),
)

/**
 * Migrations of a schema, oldest first. A schema's version is the number of migrations applied to it. A released
 * migration never changes. Every name of a table follows `S.`, which stands for the schema.
 *
 * A migration of existing tables begins with `lock table S.scope, S.session, S.event;`. Appends lock them in this order, so a
 * migration beside them does not end in a deadlock.
 *
 * Names of apps, users and sessions are bytes. The events of one append are the lines of one row, whose `seq` is that of
 * the first one: a row and its entry in the index take about 90 bytes. Events have a number for their session, because
 * its names would be repeated in each row and in the index. A trigger deletes events with their session: a foreign key would lock the
 * session again with each append. `due_at` is the time since which a session waits for a runner, or at which it
 * needs one. Leases are columns of a session, so that an append and a lease cannot pass each other.
 *
 * Sessions are listed by the `minute` of their last change, so that an append changes no indexed column, and Postgres adds nothing to
 * an index. The index is partial, because otherwise the planner also takes it to find a session by its name.
 *
 * `last` is the number of an owner's newest memory. The id of a memory is the hash of its bytes, because an id may be longer
 * than an entry of an index. Its words begin with the key of its owner: a search reads the entries of one owner, and
 * entries that wait for a later update of the index would slow down the searches of all owners.
 */
const migrations: readonly string[] = [
  `
  create sequence S.fence;
  create table S.session (
    key bigint generated always as identity primary key,
    app bytea not null,
    app_user bytea not null,
    id bytea not null,
    revision bigint not null,
    status text not null,
    wake_at float8,
    due_at float8,
    created float8 not null,
    updated float8 not null,
    minute float8 generated always as (floor(updated / 60000)) stored,
    state text not null,
    parent_id bytea,
    parent_revision bigint,
    fence bigint,
    holder bytea,
    held_until float8,
    unique (app, app_user, id)
  ) with (fillfactor = 80);
  create index session_list on S.session (app, app_user, minute desc) where minute is not null;
  create index session_due on S.session (due_at, key) where due_at is not null;
  create index session_holder on S.session (holder) where holder is not null;
  create table S.event (
    session bigint not null,
    seq integer not null,
    body text not null,
    primary key (session, seq)
  );
  create function S.delete_events() returns trigger language plpgsql as $function$
  begin
    delete from S.event where session = old.key;
    return null;
  end
  $function$;
  create trigger delete_events after delete on S.session for each row execute function S.delete_events();
  create table S.scope (
    app bytea not null,
    app_user bytea not null,
    key bytea not null,
    value text,
    trust text not null,
    revision bigint not null,
    primary key (app, app_user, key)
  );
  create table S.cost (
    app bytea not null,
    app_user bytea not null,
    time float8 not null,
    model bytea not null,
    usd float8,
    input float8 not null,
    output float8 not null,
    cache_read float8 not null,
    cache_write float8 not null,
    long_cache_write float8 not null,
    reasoning float8 not null
  );
  create index cost_owner on S.cost (app, app_user, time);
  create table S.memory_owner (
    key bigint generated always as identity primary key,
    app bytea not null,
    app_user bytea not null,
    last bigint not null,
    unique (app, app_user)
  );
  create table S.memory (
    owner bigint not null references S.memory_owner (key) on delete cascade,
    seq bigint not null,
    id bytea not null,
    session bytea,
    body text not null,
    words text[] collate "C" not null,
    embedder text,
    embedding real[],
    primary key (owner, seq),
    unique (owner, id)
  );
  alter table S.memory alter column embedding set storage external;
  create index memory_words on S.memory using gin (words) with (fastupdate = off);
  ${functionsSql}
  `,
]

/** Version of the newest tables. */
export const newestVersion = migrations.length

/** Number of the lock that processes take to migrate a schema one after the other: 'ctxc' in ASCII. */
const lockNumber = 0x63747863

/** Returns SQL with the name of a schema in place of `S.`. */
export const inSchema = (sql: string, schema: string): string => sql.replaceAll(/\bS\./g, `"${schema}".`)

/** Returns statements with the name of a schema in place of `S.`. */
export const statementsIn = <Name extends string>(
  statements: Readonly<Record<Name, string>>,
  schema: string,
): Readonly<Record<Name, string>> =>
  Object.fromEntries(
    Object.entries<string>(statements).map(([name, sql]) => [name, inSchema(sql, schema)]),
  ) as Record<Name, string>

/**
 * Returns the SQL that creates the tables of `postgresStore` and `postgresMemories`, or brings them to the version of this
 * release. It is one statement, does nothing to tables of this version, and can be run by several processes at once. Run
 * it in your own migrations if the store's option `migrate` is false.
 *
 * Throws a TypeError for a name that is not made of small letters, digits and `_`.
 *
 * @example
 * import { schema } from 'ctxc/store/postgres'
 *
 * console.log(schema('agents').includes('create table "agents".session')) // true
 */
export function schema(name: string = defaultSchema): string {
  checkSchemaName(name, Path.named('the name of the schema'))
  const steps = migrations.map(
    (migration, index) => `
  if applied <= ${index} then
  ${migration}
  end if;`,
  )
  return inSchema(
    `do $migration$
declare
  applied integer;
begin
  -- Other processes wait here until this one has committed.
  perform pg_advisory_xact_lock(${lockNumber});
  if to_regnamespace('${name}') is null then
    create schema "${name}";
  end if;
  if to_regclass('S.version') is null then
    create table S.version (version integer not null);
    insert into S.version values (0);
  end if;
  select version into strict applied from S.version;
  ${steps.join('')}
  update S.version set version = ${newestVersion} where version < ${newestVersion};
end
$migration$;
`,
    name,
  )
}

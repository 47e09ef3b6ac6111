/** Number in a file's header that marks the file as a ctxc store: 'ctxc' in ASCII. */
export const applicationId = 0x63747863

/**
 * Migrations of a file, oldest first. A file's version is the number of migrations applied to it. A released migration
 * never changes.
 *
 * The key of a session is never reused, so a process may keep facts by key. Events have rowids, because a table without
 * rowids stores rows of over 1 KB on separate pages. `taint`, `ctxc_memory` and `embedding` are for later releases, so
 * that files need only one migration.
 */
export const migrations: readonly string[] = [
  `
  create table ctxc_session (
    key integer primary key autoincrement,
    app text not null,
    user text not null,
    id text not null,
    revision integer not null,
    status text not null,
    wake_at real,
    created real not null,
    updated real not null,
    state text not null,
    parent_id text,
    parent_revision integer,
    taint text,
    unique (app, user, id)
  ) strict;
  create index ctxc_session_list on ctxc_session (app, user, updated desc, id);
  create index ctxc_session_due on ctxc_session (key) where status = 'due';
  create index ctxc_session_wake on ctxc_session (wake_at) where wake_at is not null;

  create table ctxc_event (
    session integer not null references ctxc_session (key),
    seq integer not null,
    base integer,
    body text not null,
    mark text,
    unique (session, seq)
  ) strict;

  create table ctxc_long (
    hash text primary key,
    body text not null
  ) strict;
  create table ctxc_long_use (
    session integer not null references ctxc_session (key),
    seq integer not null,
    hash text not null references ctxc_long (hash),
    primary key (session, seq, hash)
  ) strict, without rowid;
  create index ctxc_long_use_hash on ctxc_long_use (hash);

  create table ctxc_scope (
    app text not null,
    user text not null,
    key text not null,
    value text,
    trust text not null,
    revision integer not null,
    primary key (app, user, key)
  ) strict, without rowid;

  create table ctxc_memory (
    key integer primary key,
    app text not null,
    user text not null,
    id text not null,
    body text not null,
    embedding blob,
    created real not null,
    expires real,
    unique (app, user, id)
  ) strict;
  `,
  `
  create virtual table ctxc_memory_words using fts5 (words, tokenize = 'unicode61 remove_diacritics 2');
  -- Words of deleted memories are erased at once.
  insert into ctxc_memory_words (ctxc_memory_words, rank) values ('secure-delete', 1);
  `,
  `
  create table ctxc_lease (
    fence integer primary key autoincrement,
    session integer not null unique references ctxc_session (key),
    holder text not null,
    until real not null
  ) strict;
  create index ctxc_lease_holder on ctxc_lease (holder);
  `,
  `
  create table ctxc_cost (
    app text not null,
    user text not null,
    time real not null,
    model text not null,
    usd real,
    input real not null,
    output real not null,
    cache_read real not null,
    cache_write real not null,
    long_cache_write real not null,
    reasoning real not null
  ) strict;
  create index ctxc_cost_owner on ctxc_cost (app, user, time);
  `,
  `
  alter table ctxc_session add column due_since real;
  update ctxc_session set due_since = updated where status = 'due';
  `,
]

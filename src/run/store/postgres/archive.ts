import { assertFunction, number } from '../../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../../core/form/options.ts'
import { Path } from '../../../core/form/path.ts'
import { isObject } from '../../../core/ir/json.ts'
import { assertSessionKey, type SessionKey } from '../../../core/session/owner.ts'
import { assertAppend } from '../assert-write.ts'
import { ConflictError } from '../conflict-error.ts'
import { eventText } from '../event-text.ts'
import { stringifyJson } from '../json-text.ts'
import type { NewEvent, SessionRecord, Store } from '../store.ts'
import type { Database } from './database.ts'
import { nameToHex } from './key-bytes.ts'
import { keyOfRow, keyParameters } from './rows.ts'

/** Options of `PostgresStore.archive`. */
export interface ArchiveOptions {
  /** Time in milliseconds since 1970: sessions that were last changed before it are archived. */
  readonly before: number
  /** Writes sessions, each of which is a line of JSON. The sessions are deleted when this function has resolved. */
  readonly write: (lines: string) => Promise<unknown>
}

const form: OptionsForm<ArchiveOptions> = { needs: { before: number, write: assertFunction }, takes: {} }

/** Number of sessions that are written at a time. */
const atOnce = 20

/** Session in an archive. */
type Archived = SessionKey & Omit<SessionRecord, 'from' | 'wakeAt'>

/** Moves old sessions out of the database, and returns their number. */
export async function archiveSessions(
  database: Database,
  store: Store,
  options: ArchiveOptions,
): Promise<number> {
  const { before, write } = readOptions(form, options, 'archive')
  let moved = 0
  for (let after = '0'; ; ) {
    const rows = await database.run('old', [`${before}`, after, `${atOnce}`])
    const found = await Promise.all(
      rows.map(async row => ({ key: keyOfRow(row), record: await store.read(keyOfRow(row)) })),
    )
    const lines = found.flatMap(({ key, record }) => (record === null ? [] : [`${lineOf(key, record)}\n`]))
    if (lines.length > 0) await write(lines.join(''))
    for (const { key, record } of found) {
      if (record === null) continue
      // A session that was changed meanwhile stays.
      const seen = [`${record.revision}`, `${record.updated}`, record.status]
      moved += (await database.run('deleteOld', [...keyParameters(key), ...seen])).length
    }
    if (rows.length < atOnce) return moved
    after = rows.at(-1)?.[3] as string
  }
}

/** Returns a session as one line of JSON. Programs that read lines may end them at two more characters of Unicode. */
function lineOf(key: SessionKey, { from: _, wakeAt: __, ...record }: SessionRecord): string {
  const text = stringifyJson({ ...key, ...record } satisfies Archived)
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** Puts archived sessions back, and returns their number. Sessions that are already there do not count. */
export async function restoreSessions(
  database: Database,
  store: Store,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<number> {
  let [restored, number] = [0, 0]
  for await (const line of lines) {
    number++
    if (line.trim() !== '' && (await restoreSession(database, store, readLine(line, number)))) restored++
  }
  return restored
}

/** Reads a line of an archive. */
function readLine(line: string, number: number): Archived {
  try {
    const session: unknown = JSON.parse(line)
    if (!isObject(session)) throw new TypeError('it is no object')
    const { owner, id, events, status, updated, created, revision, state } = session as never as Archived
    assertSessionKey({ owner, id })
    assertAppend(owner, { expectedRevision: 0, events, status, time: updated, state })
    if (events.length !== revision || !Number.isFinite(created)) throw new TypeError('it is incomplete')
    return session as never as Archived
  } catch (error) {
    throw Path.named(`line ${number} of the archive`).wrong(`is no session: ${(error as Error).message}`)
  }
}

/** Puts a session back. Returns false if it is already there. */
async function restoreSession(database: Database, store: Store, session: Archived): Promise<boolean> {
  const { owner, id, revision, status, created, updated, state, parent, events } = session
  const key = { owner, id }
  const bodies = events.map(textOf)
  const rows = await database.run('restore', [
    ...keyParameters(key),
    ...[`${revision}`, status, `${created}`, `${updated}`, stringifyJson(state)],
    ...[parent === null ? null : nameToHex(parent.id), parent === null ? null : `${parent.revision}`],
    JSON.stringify(bodies.map((body, seq) => ({ seq, body }))),
  ])
  if (rows.length > 0) return true
  // An archive has a session twice if the session was changed while it was archived: later lines have more events.
  const there = await store.read(key)
  const known = there?.events.map(textOf) ?? []
  if (known.some((body, seq) => seq < bodies.length && body !== bodies[seq]))
    throw new ConflictError({ key, expected: revision, actual: known.length })
  if (known.length >= revision) return false
  const rest = events.slice(known.length)
  await store.append(key, { expectedRevision: known.length, events: rest, status, time: updated })
  return true
}

const textOf = (event: NewEvent): string => eventText(event).body

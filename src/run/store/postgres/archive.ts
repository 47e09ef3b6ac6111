import { assertFunction, number } from '../../../core/form/check.ts'
import { type OptionsForm, readOptions } from '../../../core/form/options.ts'
import { Path } from '../../../core/form/path.ts'
import { isObject } from '../../../core/ir/json.ts'
import { assertSessionKey, type SessionKey, sessionText } from '../../../core/session/owner.ts'
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
    const read = await Promise.all(
      rows.map(async row => ({ row, key: keyOfRow(row), record: await store.read(keyOfRow(row)) })),
    )
    const found = read.flatMap(({ row, key, record }) =>
      record !== null && isOld(record, before) ? [{ row, key, record }] : [],
    )
    const lines = found.map(({ key, record }) => `${lineOf(key, record)}\n`)
    if (lines.length > 0) await write(lines.join(''))
    for (const { row, record } of found) {
      // A session that was changed meanwhile stays.
      const seen = [`${record.revision}`, `${record.updated}`, record.status]
      moved += (await database.run('deleteOld', [row[3] as string, ...seen, `${before}`])).length
    }
    if (rows.length < atOnce) return moved
    after = rows.at(-1)?.[3] as string
  }
}

/** Whether a session is still old when it is read: a message may have come after the query that found it. */
const isOld = ({ updated, status, wakeAt }: SessionRecord, before: number): boolean =>
  updated < before && status !== 'due' && status !== 'waiting' && wakeAt === null

/** Returns a session as one line of JSON. Programs that read lines may end them at two more characters of Unicode. */
function lineOf(key: SessionKey, { from: _, wakeAt: __, ...record }: SessionRecord): string {
  const text = stringifyJson({ ...key, ...record } satisfies Archived)
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/**
 * Puts archived sessions back, and returns their number. Sessions that are already there do not count. Those with other
 * events do not keep the later lines from coming back: they are named at the end.
 */
export async function restoreSessions(
  database: Database,
  store: Store,
  lines: Iterable<string> | AsyncIterable<string>,
): Promise<number> {
  let [restored, number] = [0, 0]
  const changed = new Map<string, number>()
  for await (const line of lines) {
    number++
    if (line.trim() === '') continue
    const session = readLine(line, number)
    const result = await restoreSession(database, store, session)
    if (result === 'restored') restored++
    const name = sessionText(session)
    if (result === 'changed' && !changed.has(name)) changed.set(name, number)
  }
  if (changed.size === 0) return restored
  const names = [...changed].map(([name, line]) => `'${name}' (line ${line})`).join(', ')
  throw new Error(
    `sessions of the archive have other events in the store: ${names}: they were left as they are, and all others are back: to put the archived events in their place, delete these sessions and restore their lines again`,
  )
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

/** Puts a session back, unless it is already `there`, or was deleted and begun again: `changed`. */
async function restoreSession(
  database: Database,
  store: Store,
  session: Archived,
): Promise<'restored' | 'there' | 'changed'> {
  const { owner, id, revision, status, created, updated, state, parent, events } = session
  const key = { owner, id }
  const bodies = events.map(textOf)
  const rows = await database.run('restore', [
    ...keyParameters(key),
    ...[`${revision}`, status, `${created}`, `${updated}`, stringifyJson(state)],
    ...[parent === null ? null : nameToHex(parent.id), parent === null ? null : `${parent.revision}`],
    JSON.stringify(bodies.map((body, seq) => ({ seq, body }))),
  ])
  if (rows.length > 0) return 'restored'
  // An archive has a session twice if the session was changed while it was archived: later lines have more events.
  const there = await store.read(key)
  const known = there?.events.map(textOf) ?? []
  if (known.some((body, seq) => seq < bodies.length && body !== bodies[seq])) return 'changed'
  if (known.length >= revision) return 'there'
  const rest = events.slice(known.length)
  try {
    await store.append(key, { expectedRevision: known.length, events: rest, status, time: updated })
  } catch (error) {
    // Another writer came first: the events are compared again.
    if (error instanceof ConflictError) return restoreSession(database, store, session)
    throw error
  }
  return 'restored'
}

const textOf = (event: NewEvent): string => eventText(event).body

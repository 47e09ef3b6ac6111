import type { SessionKey } from '../../../core/session/owner.ts'
import { ConflictError } from '../conflict-error.ts'
import { stringifyJson } from '../json-text.ts'
import { LeaseError } from '../lease-error.ts'
import type { Append } from '../store.ts'
import type { AppendQueue } from './append-queue.ts'
import { isRaceError, type Parameters } from './client.ts'
import type { Database } from './database.ts'
import { costsText } from './database-accounts.ts'
import { nameFromHex } from './key-bytes.ts'
import { mostTries, pauseAfter } from './lost-race.ts'
import { keyParameters, linesOfEvents } from './rows.ts'
import { writesText } from './scope-writes.ts'

/** Appends events in one statement, and returns the new revision. Only if nothing was written, a second one reads why. */
export async function appendEvents(
  database: Database,
  queue: AppendQueue,
  key: SessionKey,
  write: Append,
): Promise<number> {
  const { expectedRevision: expected, scopes = [] } = write
  const keys = scopes.length > 0 ? writesText(key.owner, scopes) : null
  const values = appendParameters(key, write, keys)
  for (let tries = 1; ; tries++) {
    const revision = await tryAppend(queue, values, keys !== null)
    if (revision !== null) return revision
    await assertNotLost(database, key, write, keys)
    // Another transaction was in the way, and changed nothing that this append expects.
    if (tries >= mostTries) throw new ConflictError({ key, expected, actual: expected })
    await pauseAfter(tries)
  }
}

/** Returns the parameters of the function that appends. */
function appendParameters(key: SessionKey, write: Append, keys: string | null): Parameters {
  const { expectedRevision, events, status, wakeAt = null, time, state = {}, costs = [], fence } = write
  return [
    ...keyParameters(key),
    `${expectedRevision}`,
    status,
    wakeAt === null ? null : `${wakeAt}`,
    `${time}`,
    fence === undefined ? null : `${fence}`,
    linesOfEvents(events),
    `${expectedRevision + events.length}`,
    expectedRevision === 0 && fence === undefined ? stringifyJson(state) : null,
    keys,
    costs.length > 0 ? costsText(costs) : null,
  ]
}

/** Returns the new revision; null if nothing was written because of another transaction. */
async function tryAppend(queue: AppendQueue, values: Parameters, locksKeys: boolean): Promise<number | null> {
  try {
    const revision = await queue.append(values, locksKeys)
    return revision === null ? null : Number(revision)
  } catch (error) {
    if (isRaceError(error)) return null
    throw error
  }
}

/** Throws if the session or a shared key is not as the writer expects it. */
async function assertNotLost(
  database: Database,
  key: SessionKey,
  { expectedRevision: expected, fence }: Append,
  keys: string | null,
): Promise<void> {
  const [row] = await database.run('lostRace', [...keyParameters(key), keys ?? '[]'])
  const [revision, held, lost] = row as readonly [string, string | null, string]
  if (fence !== undefined && held !== `${fence}`) throw new LeaseError(key, fence)
  const actual = Number(revision)
  if (actual !== expected) throw new ConflictError({ key, expected, actual })
  const scopes = (JSON.parse(lost) as readonly string[]).map(nameFromHex)
  if (scopes.length > 0) throw new ConflictError({ key, expected, actual, scopes })
}

import type { SessionKey } from '../../../core/session/owner.ts'
import { ConflictError } from '../conflict-error.ts'
import { stringifyJson } from '../json-text.ts'
import { LeaseError } from '../lease-error.ts'
import type { Append } from '../store.ts'
import { codeOf, isRaceError, type Parameters } from './client.ts'
import type { Database } from './database.ts'
import { costsText } from './database-accounts.ts'
import { nameFromHex } from './key-bytes.ts'
import { mostTries, pauseAfter } from './lost-race.ts'
import { keyParameters, linesOfEvents } from './rows.ts'
import { writesText } from './scope-writes.ts'
import { type StatementName, skippedKeyText } from './statements.ts'

/** Appends events in one statement, and returns the new revision. Only if nothing was written, a second one reads why. */
export async function appendEvents(database: Database, key: SessionKey, write: Append): Promise<number> {
  const { expectedRevision: expected, scopes = [], costs = [] } = write
  const keys = writesText(key.owner, scopes)
  const { name, values } = appendStatement(key, write)
  const keyed = scopes.length > 0 ? [...values, keys] : values
  const given = costs.length > 0 ? [...keyed, costsText(costs)] : keyed
  for (let tries = 1; ; tries++) {
    const revision = await tryAppend(database, name, given)
    if (revision !== null) return revision
    await assertNotLost(database, key, write, keys)
    // Another transaction was in the way, and changed nothing that this append expects.
    if (tries >= mostTries) throw new ConflictError({ key, expected, actual: expected })
    await pauseAfter(tries)
  }
}

/** Returns the statement of an append, with its parameters except the shared keys and the costs. */
function appendStatement(
  key: SessionKey,
  {
    expectedRevision,
    events,
    status,
    wakeAt = null,
    time,
    state = {},
    scopes = [],
    costs = [],
    fence,
  }: Append,
): { readonly name: StatementName; readonly values: Parameters } {
  const isNew = expectedRevision === 0 && fence === undefined
  const values = [
    ...keyParameters(key),
    `${expectedRevision}`,
    status,
    wakeAt === null ? null : `${wakeAt}`,
    `${time}`,
    isNew ? stringifyJson(state) : fence === undefined ? null : `${fence}`,
    linesOfEvents(events),
    `${expectedRevision + events.length}`,
  ]
  const name = isNew ? 'create' : 'update'
  const keyed = scopes.length > 0 ? (`${name}WithKeys` as const) : name
  if (costs.length === 0) return { name: keyed, values }
  return { name: keyed === name ? `${name}WithCosts` : `${name}WithKeysAndCosts`, values }
}

/** Returns the new revision; null if nothing was written because of another transaction. */
async function tryAppend(
  database: Database,
  name: StatementName,
  values: Parameters,
): Promise<number | null> {
  try {
    const [row] = await database.runOnce(name, values)
    return row === undefined ? null : Number(row[0])
  } catch (error) {
    if (isRaceError(error) || isSkippedKeyError(error)) return null
    throw error
  }
}

/** Code of Postgres for a text that is no number. */
const notNumber = '22P02'

const isSkippedKeyError = (error: unknown): boolean =>
  codeOf(error) === notNumber && (error as Error).message.includes(skippedKeyText)

/** Throws if the session or a shared key is not as the writer expects it. */
async function assertNotLost(
  database: Database,
  key: SessionKey,
  { expectedRevision: expected, fence }: Append,
  keys: string,
): Promise<void> {
  const [row] = await database.run('lostRace', [...keyParameters(key), keys])
  const [revision, held, lost] = row as readonly [string, string | null, string]
  if (fence !== undefined && held !== `${fence}`) throw new LeaseError(key, fence)
  const actual = Number(revision)
  if (actual !== expected) throw new ConflictError({ key, expected, actual })
  const scopes = (JSON.parse(lost) as readonly string[]).map(nameFromHex)
  if (scopes.length > 0) throw new ConflictError({ key, expected, actual, scopes })
}

import { Path } from '../../../core/form/path.ts'
import type { JsonObject } from '../../../core/ir/json.ts'
import type { Owner, SessionKey } from '../../../core/session/owner.ts'
import { eventText, parsedEvent } from '../event-text.ts'
import { parseJsonValue } from '../json-text.ts'
import type { Lease } from '../leases.ts'
import type { NewEvent, SessionInfo, SessionStatus, StoredEvent } from '../store.ts'
import type { Row } from './client.ts'
import { nameFromHex, nameToHex } from './key-bytes.ts'

/** Facts about a session in the JSON of a row. */
interface Facts {
  readonly id: string
  readonly revision: number
  readonly status: SessionStatus
  readonly wakeAt: number | null
  readonly created: number
  readonly updated: number
  readonly parentId: string | null
  readonly parentRevision: number
  /** Initial state as JSON text, in the row of a read. */
  readonly state?: string
}

/** Maximum length of the names of a session, in hexadecimal digits. An index of Postgres has entries of 2,704 bytes. */
const mostDigits = 2 * 2_600

/** Returns the names of an owner as parameters. The user is empty if the owner has none. Throws for too long names. */
export function ownerParameters(owner: Owner, ...names: readonly string[]): string[] {
  const { app, user = '' } = owner
  const digits = [app, user, ...names].map(nameToHex)
  if (digits.join('').length > mostDigits)
    throw Path.named(names.length === 0 ? 'owner' : 'the key of a session').wrong(
      `has names of more than ${mostDigits / 2} bytes`,
    )
  return digits
}

/** Returns the names of a session as parameters. */
export const keyParameters = ({ owner, id }: SessionKey): string[] => ownerParameters(owner, id)

/** Returns the owner that the first columns of a row name. */
export const ownerOfRow = ([app, user]: Row): Owner => ({
  app: nameFromHex(app as string),
  ...(user !== '' && { user: nameFromHex(user as string) }),
})

/** Returns the key of a session from the first columns of its row. */
export const keyOfRow = (row: Row): SessionKey => ({
  owner: ownerOfRow(row),
  id: nameFromHex(row[2] as string),
})

/** Returns a lease from its row. */
export const leaseOfRow = (row: Row): Lease => ({
  key: keyOfRow(row),
  fence: Number(row[3]),
  revision: Number(row[4]),
})

/** Returns the facts about a session from their JSON text. */
export const infoOfText = (text: string): SessionInfo => infoOf(JSON.parse(text))

const infoOf = ({
  id,
  revision,
  status,
  wakeAt,
  created,
  updated,
  parentId,
  parentRevision,
}: Facts): SessionInfo => ({
  id: nameFromHex(id),
  revision,
  status,
  wakeAt,
  created,
  updated,
  parent: parentId === null ? null : { id: nameFromHex(parentId), revision: parentRevision },
})

/** Returns the facts about a session and its initial state from their JSON text. */
export function recordOfText(text: string): SessionInfo & { readonly state: JsonObject } {
  const facts: Facts = JSON.parse(text)
  return { ...infoOf(facts), state: parseJsonValue(facts.state ?? '{}') as JsonObject }
}

/** Returns the events of an append as the lines of a row. JSON text has no line breaks. */
export const linesOfEvents = (events: readonly NewEvent[]): string =>
  events.map(event => eventText(event).body).join('\n')

/** Returns the events in rows from a position on, whatever the order of the rows. */
export function eventsOfRows(rows: readonly Row[], from: number): readonly StoredEvent[] {
  const events: StoredEvent[] = []
  for (const [first, lines] of rows)
    for (const [index, line] of (lines as string).split('\n').entries()) {
      const seq = Number(first) + index
      if (seq >= from) events[seq - from] = parsedEvent(line, seq, null, String)
    }
  return events
}

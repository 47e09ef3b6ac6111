import {
  atSign,
  blank,
  bracket,
  colon,
  dash,
  dot,
  lineBreak,
  other,
  plusSign,
  quote,
  slash,
  word,
} from './chars.ts'
import { isExampleValue } from './placeholder.ts'
import type { AheadReader } from './reader.ts'
import type { Span } from './span.ts'

/**
 * Schemes of databases and brokers. For them the whole connection string is the secret, because clients take the whole
 * string.
 */
const connections = new Set(
  'postgres postgresql mysql mariadb mongodb redis rediss amqp amqps mssql sqlserver clickhouse cockroachdb oracle db2 couchbase neo4j bolt nats ldap ldaps'.split(
    ' ',
  ),
)

const longestUser = 128
const longestPassword = 256
const longestRest = 512
/** Characters of a URL scheme. */
const scheme = word | plusSign | dash | dot
const ends = blank | lineBreak | quote

/** Returns the user and password of a URL whose `://` ends at `end`, or its whole connection string. */
export function readUrlPassword(
  reader: AheadReader,
  end: number,
): Span<'url-password' | 'connection-string'> | null {
  const schemeEnd = end - 3
  const schemeStart = reader.runStart(schemeEnd, scheme, 20)
  const userEnd = findBeforePath(reader, end, longestUser, colon)
  if (userEnd < 0) return null
  const passwordEnd = lastAt(reader, userEnd + 1)
  if (passwordEnd <= userEnd + 1) return null
  if (isExampleValue(reader.text.slice(userEnd + 1, passwordEnd))) return null
  const name = reader.text.slice(schemeStart, schemeEnd).split('+')[0]?.toLowerCase() ?? ''
  if (!connections.has(name)) return { start: end, end: passwordEnd, kind: 'url-password' }
  let to = passwordEnd
  while (to - passwordEnd < longestRest && reader.at(to) > 32 && !reader.isInAlphabet(to, ends | bracket))
    to++
  return { start: schemeStart, end: to, kind: 'connection-string' }
}

/** Returns the place of the first `wanted` character before the URL's path; -1 for none. */
function findBeforePath(reader: AheadReader, from: number, most: number, wanted: number): number {
  for (let place = from; place - from < most; place++) {
    if (reader.isInAlphabet(place, wanted)) return place
    if (reader.at(place) <= 32 || reader.isInAlphabet(place, slash | atSign | ends | bracket | other))
      return -1
  }
  return -1
}

/** Returns the place of the last `@` before the URL's path. The last one counts, because a password may contain `@`. */
function lastAt(reader: AheadReader, from: number): number {
  let found = -1
  for (let place = from; place - from < longestPassword; place++) {
    if (reader.isInAlphabet(place, atSign)) found = place
    const code = reader.at(place)
    if (code <= 32 || reader.isInAlphabet(place, ends) || (found >= 0 && reader.isInAlphabet(place, slash)))
      break
    if (found < 0 && reader.isInAlphabet(place, slash)) break
  }
  return found
}

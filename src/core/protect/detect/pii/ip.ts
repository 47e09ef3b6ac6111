import { alphabets, colon, dash, digit, dot, percentSign, underscore, word } from '../chars.ts'
import type { AheadReader } from '../reader.ts'
import type { Span } from '../span.ts'
import { hasWordBefore } from './context.ts'

const hex = alphabets.hex as number
const longestZone = 32
/** Words before a version number, which has the form of an IP address. */
const versions = ['version', 'release', 'v.', 'chrome/', 'build']

/** Returns the IPv4 address whose first digit is before `end`; null for an address of the local host (0.x, 127.x). */
export function readIPv4(reader: AheadReader, end: number): Span | null {
  const start = end - 1
  if (reader.isInAlphabet(start - 1, word | dot | dash)) return null
  const at = quadEnd(reader, start)
  const first = at < 0 ? '' : reader.text.slice(start, reader.text.indexOf('.', start))
  if (at < 0 || first === '0' || first === '127') return null
  if (
    reader.isInAlphabet(at, word | dash) ||
    (reader.isInAlphabet(at, dot) && reader.isInAlphabet(at + 1, word))
  )
    return null
  return hasWordBefore(reader, start, versions, 10) ? null : { start, end: at, kind: 'ip' }
}

/** Returns the end of four numbers joined by dots; -1 if they are not an address. */
function quadEnd(reader: AheadReader, from: number): number {
  let at = from
  for (let part = 0; part < 4; part++) {
    const to = reader.shortRunEnd(at, digit, 4)
    const text = reader.text.slice(at, to)
    if (to === at || Number(text) > 255 || (text.length > 1 && text[0] === '0')) return -1
    if (part < 3 && !reader.isInAlphabet(to, dot)) return -1
    at = part < 3 ? to + 1 : to
  }
  return at
}

/** Returns the end of the zone after an address: `%eth0`. */
function zoneEnd(reader: AheadReader, from: number): number {
  if (!reader.isInAlphabet(from, percentSign)) return from
  let end = reader.shortRunEnd(from + 1, word | dash | underscore | dot, longestZone)
  while (end > from + 1 && reader.isInAlphabet(end - 1, dot | dash)) end--
  return end > from + 1 ? end : from
}

/** Returns the IPv6 address whose first colon is before `end`. */
export function readIPv6(reader: AheadReader, end: number): Span | null {
  const start = reader.runStart(end - 1, hex, 4)
  if (reader.isInAlphabet(start - 1, word | colon | dot)) return null
  let at = start
  let groups = 0
  let gaps = 0
  let longest = 0
  let digits = 0
  let last = start
  for (;;) {
    last = at
    const to = reader.shortRunEnd(at, hex, 5)
    if (to - at > 4) return null
    for (let place = at; place < to; place++) if (reader.isInAlphabet(place, digit)) digits++
    if (to > at) groups++
    longest = Math.max(longest, to - at)
    at = to
    if (!reader.isInAlphabet(at, colon)) break
    if (reader.isInAlphabet(at + 1, colon)) {
      gaps++
      at += 2
      if (!reader.isInAlphabet(at, hex)) break
    } else if (reader.isInAlphabet(at + 1, hex)) at++
    else break
    if (groups > 8) return null
  }
  const quad = groups > 0 && gaps + groups > 1 && reader.isInAlphabet(at, dot) ? quadEnd(reader, last) : -1
  if (quad > 0) {
    groups++
    at = quad
  }
  if (reader.isInAlphabet(at, word) || reader.isInAlphabet(at, colon)) return null
  at = zoneEnd(reader, at)
  const isWhole = gaps === 0 && groups === 8
  const isShort = gaps === 1 && groups >= 2 && groups < 8 && digits > 1 && (groups > 2 || longest > 2)
  return isWhole || isShort ? { start, end: at, kind: 'ip' } : null
}

import { dash, dot, letter, percentSign, plusSign, underscore, word } from '../chars.ts'
import type { AheadReader } from '../reader.ts'
import type { Span } from '../span.ts'

const local = word | dot | underscore | percentSign | plusSign | dash
const domain = word | dot | dash
/** File extensions in names such as `icon@2x.png`, which look like e-mail addresses. */
const files = new Set(['png', 'jpg', 'jpeg', 'gif', 'svg', 'webp', 'js', 'mjs', 'ts', 'css', 'map'])

/** Returns the e-mail address whose `@` is before `end`. */
export function readEmail(reader: AheadReader, end: number): Span | null {
  let start = reader.runStart(end - 1, local, 64)
  while (start < end - 1 && !reader.isInAlphabet(start, word | underscore | plusSign)) start++
  if (start === end - 1 || !reader.isInAlphabet(end, word)) return null
  let to = reader.shortRunEnd(end, domain, 255)
  while (to > end && reader.isInAlphabet(to - 1, dot | dash)) to--
  const host = reader.text.slice(end, to)
  const last = host.lastIndexOf('.')
  if (last < 0 || host.includes('..')) return null
  const top = host.slice(last + 1)
  if (top.length < 2 || files.has(top) || !isLetters(reader, to - top.length, to)) return null
  return { start, end: to, kind: 'email' }
}

function isLetters(reader: AheadReader, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!reader.isInAlphabet(at, letter)) return false
  return true
}

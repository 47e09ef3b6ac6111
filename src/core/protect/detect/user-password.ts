import { blank, colon, digit, hexLower, hexUpper, lower, quote, upper } from './chars.ts'
import { isExampleValue } from './placeholder.ts'
import type { AheadReader } from './reader.ts'
import type { Span } from './span.ts'

const longest = 128
const leastPassword = 6

/** Returns the `user:password` after the command-line option `-u` or `--user`. */
export function readUserPassword(reader: AheadReader, end: number): Span<'password'> | null {
  const spaced = reader.shortRunEnd(end, blank, 8)
  if (spaced === end && reader.at(end - 1) !== 61) return null
  const start = reader.isInAlphabet(spaced, quote) ? spaced + 1 : spaced
  let split = -1
  let at = start
  for (; at - start < longest && reader.at(at) > 32 && !reader.isInAlphabet(at, quote); at++)
    if (split < 0 && reader.isInAlphabet(at, colon)) split = at
  if (split < 0 || at - split - 1 < leastPassword) return null
  const password = reader.text.slice(split + 1, at)
  if (isExampleValue(reader.text.slice(start, at)) || password.includes('/') || password.startsWith('$'))
    return null
  return isMixed(reader, split + 1, at) ? { start, end: at, kind: 'password' } : null
}

/** Whether a range has both digits and letters, or letters of both cases. */
function isMixed(reader: AheadReader, from: number, to: number): boolean {
  let kinds = 0
  for (let at = from; at < to; at++) {
    if (reader.isInAlphabet(at, digit)) kinds |= 1
    else if (reader.isInAlphabet(at, lower | hexLower)) kinds |= 2
    else if (reader.isInAlphabet(at, upper | hexUpper)) kinds |= 4
  }
  return kinds > 2 && kinds !== 4
}

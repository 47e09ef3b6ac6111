import { classOf, digit, dot, hexLower, hexUpper, lower, underscore, upper, word } from './chars.ts'
import { endsInCrc } from './crc32.ts'
import { countDistinctCharacters, entropy, measured } from './entropy.ts'
import type { AheadReader } from './reader.ts'
import type { Span } from './span.ts'
import type { TokenRule } from './token-rules.ts'

/** Minimum entropy of a random body, in bits for each character. `xxxxxxxx` and `00000000` have less. */
const leastEntropy = 2

/** Returns the token whose prefix ends at `end`, if the text around the prefix matches the rule; null otherwise. */
export function readToken(reader: AheadReader, rule: TokenRule, end: number): Span | null {
  const at = end - rule.prefix.length
  if (!reader.hasAt(at, rule.prefix)) return null
  const start = startOf(reader, rule, at)
  if (start < 0 || rule.begins?.includes(reader.text[start] as string) === false) return null
  const from = rule.digitsBefore ? skipDigitsAndUnderscore(reader, end) : end
  if (from < 0) return null
  const to = dropSentenceDots(reader, from, reader.runEnd(from, rule.alphabet))
  if (to - from < rule.least || to - from > rule.most) return null
  if (rule.dotAt !== undefined && reader.text[from + rule.dotAt] !== '.') return null
  const body = reader.text.slice(from, Math.min(to, from + measured))
  const looksRandom = rule.least === 0 || (entropy(body) >= leastEntropy && countDistinctCharacters(body) > 4)
  if (!looksRandom && !(rule.checksum && endsInCrc(body))) return null
  if (rule.mixed && !isMixed(body)) return null
  return { start, end: to, kind: rule.kind }
}

/** Returns the start of the token; -1 if the text before the prefix does not match the rule. */
function startOf(reader: AheadReader, rule: TokenRule, at: number): number {
  const { before } = rule
  if (!before) return rule.anywhere || !reader.isInAlphabet(at - 1, word) ? at : -1
  const start = reader.runStart(at, before.alphabet, before.most)
  if (at - start < before.least) return -1
  return before.least > 0 && reader.isInAlphabet(start - 1, before.alphabet & word) ? -1 : start
}

function skipDigitsAndUnderscore(reader: AheadReader, from: number): number {
  const end = reader.shortRunEnd(from, digit, 16)
  return end > from && reader.isInAlphabet(end, underscore) ? end + 1 : -1
}

/** Returns the end of a token's body, without full stops that belong to the surrounding sentence. */
function dropSentenceDots(reader: AheadReader, from: number, to: number): number {
  let end = to
  while (end > from && reader.isInAlphabet(end - 1, dot)) end--
  return end
}

/** Whether a body has digits and letters of both cases. */
function isMixed(body: string): boolean {
  let kinds = 0
  for (let at = 0; at < body.length; at++) kinds |= classOf(body.charCodeAt(at))
  return (kinds & digit) !== 0 && (kinds & (lower | hexLower)) !== 0 && (kinds & (upper | hexUpper)) !== 0
}

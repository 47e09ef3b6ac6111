import type { TokenCounter } from '../../count/tokenizer.ts'
import { byPlace, Disjoint } from '../../text/overlaps.ts'
import { findInReadings } from '../spelling/readings.ts'
import { createDetectWalk, type WantedKinds } from './detector.ts'
import type { PiiKind } from './pii/pii-rules.ts'
import type { Span } from './span.ts'

/** Finds values of the wanted kinds in a text, in any spelling. The spans are in order and do not overlap. */
export function findWanted(text: string, wanted: WantedKinds): Span[] {
  const find = (each: string): Span[] => findUnencodedValues(each, wanted)
  const plain = find(text)
  const read = findInReadings(text, find)
  return read.length === 0 ? plain : withoutOverlaps([...plain, ...read].sort(byPlace))
}

function findUnencodedValues(text: string, wanted: WantedKinds): Span[] {
  const walk = createDetectWalk(wanted)
  walk.reader.append(text)
  const found: Span[] = []
  walk.run(found)
  return found
}

/** Sorts spans and removes overlaps. A span that begins within another span keeps only the part after that span. */
function withoutOverlaps(spans: readonly Span[]): Span[] {
  const disjoint = new Disjoint<Span>()
  return spans.flatMap(span => {
    const placed = disjoint.takeUncovered(span)
    if (placed === undefined) return []
    const { start, end, kind } = placed
    return placed.partial ? [{ start, end, kind }] : [placed]
  })
}

/**
 * Finds secrets in a text, in one pass: tokens with a public format, private keys, passwords in URLs, and
 * random-looking values after names such as `password`.
 *
 * @param text - Text to search.
 * @param counter - Counter of tokens, for the rarity of values. By default the vocabulary `o200k_base`, which is read
 * from disk at the first value that needs it.
 * @returns Spans in order, none of which overlap.
 */
export const findSecrets = (text: string, counter?: TokenCounter): Span[] =>
  findWanted(text, { secrets: true, ...(counter && { counter }) })

/**
 * Finds personal data that has a format: e-mail and IP addresses, card numbers, account numbers (IBAN), US social
 * security numbers and phone numbers. Names and postal addresses have no format and are not found.
 *
 * @param text - Text to search.
 * @param kinds - Kinds to find.
 * @returns Spans in order, none of which overlap.
 */
export const findPii = (text: string, kinds: readonly PiiKind[]): Span[] => findWanted(text, { pii: kinds })

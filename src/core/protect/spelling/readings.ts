import { byPlace, type TextRange } from '../../text/overlaps.ts'
import { decodeEncodedRuns } from './encoded.ts'
import { decodeEscapedWords } from './escapes.ts'
import { mapReadingOutward, type SpelledReading } from './reading.ts'

/** Maximum depth of nested spellings, such as JSON in base64 in a URL. */
const deepest = 4

/** Returns all decoded readings of a text, including readings decoded from other readings. */
export function decodeReadings(text: string): SpelledReading[] {
  const all: SpelledReading[] = []
  let outer: readonly SpelledReading[] = [{ text, rangeOf: (start, end) => ({ start, end }) }]
  for (let depth = 0; depth < deepest && outer.length > 0; depth++) {
    const inner: SpelledReading[] = []
    for (const each of outer) {
      const { readings, joined } = decodeEncodedRuns(each.text)
      const found = [...decodeEscapedWords(each.text), ...readings]
      for (const one of found) inner.push(depth === 0 ? one : mapReadingOutward(each, one))
      for (const one of joined) all.push(depth === 0 ? one : mapReadingOutward(each, one))
    }
    for (const one of inner) all.push(one)
    outer = inner
  }
  return all
}

/** Find in another spelling, with the decoded value. */
export type SpelledFind<Find extends TextRange> = Find & { readonly value: string }

/**
 * Searches all readings of a text, and returns the finds in another spelling, with their places in the original text.
 */
export function findInReadings<Find extends TextRange>(
  text: string,
  find: (text: string) => readonly Find[],
): SpelledFind<Find>[] {
  const all = decodeReadings(text).flatMap(reading =>
    find(reading.text).flatMap(each => {
      const value = reading.text.slice(each.start, each.end)
      const place = reading.rangeOf(each.start, each.end)
      // If a find is spelled as in the original text, the search of that text finds it too, so it is skipped here.
      return text.slice(place.start, place.end) === value ? [] : [{ ...each, ...place, value }]
    }),
  )
  return all.sort(byPlace)
}

import { cutBefore } from '../../../text/cut.ts'
import { placeOfWords } from '../../../text/identifiers.ts'
import { formatNumber } from '../../../text/number.ts'

/** Number of characters before and after a place that are shown. */
const around = 500

/** Maximum number of words that are looked for one by one, because a model may write any number of them. */
const mostWords = 16

/** Maximum number of places that are shown. */
const mostPlaces = 4

/**
 * Returns the parts of a text around the first places that have some words, regardless of case; null if no place has
 * them. If the words do not occur together, the first place of each word is shown.
 */
export function surroundingsOf(text: string, words: string): string | null {
  // A few characters have lower-case forms of another length, which would shift the places.
  const isSameLength = text.toLowerCase().length === text.length
  const lower = isSameLength ? text.toLowerCase() : text
  const sought = (isSameLength ? words.toLowerCase() : words).trim()
  const together = placesOf(lower, sought)
  const apart = [...new Set(sought.split(/[\s,;]+/))]
    .slice(0, mostWords)
    .flatMap(word => placesOf(lower, word).slice(0, 1))
  const places = together.length > 0 ? together : apart.sort((left, right) => left - right)
  if (places.length === 0) return null
  const parts = partsAround(text, places.slice(0, mostPlaces))
  const rest = places.length - mostPlaces
  const shown = parts.map(
    ([from, to]) =>
      `[Characters ${formatNumber(from)} to ${formatNumber(to)} of ${formatNumber(text.length)}]\n${text.slice(from, to)}`,
  )
  return [...shown, ...(rest > 0 ? [`[${formatNumber(rest)} more places]`] : [])].join('\n')
}

/** Returns the places of some words: as whole words if there are any, otherwise also inside of longer words. */
function placesOf(text: string, words: string): number[] {
  if (words === '') return []
  const whole = allPlaces(words, from => placeOfWords(text, words, from))
  return whole.length > 0 ? whole : allPlaces(words, from => text.indexOf(words, from))
}

function allPlaces(words: string, next: (from: number) => number): number[] {
  const places: number[] = []
  for (let at = next(0); at >= 0; at = next(at + words.length)) places.push(at)
  return places
}

/** Returns the ranges around places, with overlapping ranges joined. */
function partsAround(text: string, places: readonly number[]): [from: number, to: number][] {
  const parts: [from: number, to: number][] = []
  for (const at of places) {
    const from = cutBefore(text, Math.max(0, at - around))
    const to = cutBefore(text, Math.min(text.length, at + around))
    const last = parts.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to)
    else parts.push([from, to])
  }
  return parts
}

import { toJson } from '../../text/json.ts'
import { mappedTexts, mapTexts } from '../../text/map-texts.ts'
import { byPlace, type TextRange } from '../../text/overlaps.ts'
import { findWanted } from '../detect/find.ts'
import { extractPassword } from '../detect/password-in.ts'
import type { Span } from '../detect/span.ts'
import type { RedactionFinds } from '../redaction.ts'
import type { DetectorFinds } from './checked-texts.ts'
import { findProtectedValues } from './find-all.ts'
import { findFields } from './find-fields.ts'
import type { LookedAt } from './looked-at.ts'
import { type FoundPlace, valueAtPlace } from './place.ts'
import type { Registry } from './registry.ts'
import { unescapeJsonString } from './unescaped-text.ts'

/** Finds in a list of values. */
export interface Learnt {
  /** Finds by text. They include values that are too short to be replaced everywhere. */
  readonly places: ReadonlyMap<string, readonly FoundPlace[]>
  /** Texts that could not be checked, because a detector failed or has not answered yet. */
  readonly unchecked: ReadonlySet<string>
}

/** Searches values for protected content, and registers each find. `seq`: event that contains the values. */
export function registerFoundValues(
  { values, data, names = [] }: LookedAt,
  redaction: RedactionFinds,
  registry: Registry,
  checked: DetectorFinds,
  seq?: number,
): Learnt {
  const places = new Map<string, readonly FoundPlace[]>()
  const unchecked = new Set<string>()
  const registerWithPassword = (text: string, kind: string): void => {
    registry.registerValue(text, kind, seq)
    const password = extractPassword(text, kind)
    if (password !== null) registry.registerValue(password, 'password', seq)
  }
  const searchTextForValues = (text: string, by = redaction): void => {
    if (places.has(text) || unchecked.has(text)) return
    const found = findProtectedValues(text, by, checked)
    if (!found.isChecked) unchecked.add(text)
    const spans = outsideMarks([...registry.placesIn(text), ...removedIn(text)], text, found.spans)
    if (spans.length > 0) places.set(text, spans)
    for (const span of spans) registerWithPassword(valueAtPlace(text, span), span.kind)
  }
  for (const text of mappedTexts(values)) searchTextForValues(text)
  // Async detectors do not check names, because a name is shown before such a detector could answer.
  const atOnce = { ...redaction, detectors: redaction.detectors.filter(each => 'find' in each) }
  for (const name of names) searchTextForValues(name, atOnce)
  // A listed field name identifies the value. So a text that equals this value is replaced too, even if it is very
  // short.
  const registerWholeText = (text: string, kind: string): void => {
    registerWithPassword(text, kind)
    const whole = { start: 0, end: text.length, kind }
    const known = places.get(text) ?? []
    if (known[0]?.end !== text.length || known[0].start !== 0) places.set(text, [whole, ...known])
  }
  const fields = findFields(data, redaction.fields)
  for (const text of fields.values) registerWholeText(text, 'field')
  for (const [text, inText] of fields.places) {
    for (const place of inText) registerWithPassword(valueAtPlace(text, place), place.kind)
    places.set(text, [...(places.get(text) ?? []), ...inText])
  }
  // A name such as `password` or `phone` is next to its value only in the JSON of an object.
  for (const value of values)
    if (typeof value === 'object' && value !== null)
      for (const { text, kind } of findInJson(value, redaction)) registerWholeText(text, kind)
  return { places, unchecked }
}

/** Marks `[removed:KIND]`, which replaced values before the events were stored. */
const removed = /\[removed:[\w-]+\]/g

const removedIn = (text: string): readonly TextRange[] =>
  [...text.matchAll(removed)].map(({ 0: mark, index }) => ({ start: index, end: index + mark.length }))

/** Returns the parts of finds that lie outside of placeholders and removal marks. */
function outsideMarks(marks: readonly TextRange[], text: string, found: readonly Span[]): readonly Span[] {
  if (marks.length === 0) return found
  const places = marks.toSorted(byPlace)
  return found.flatMap(span => {
    const inside = places.filter(({ start, end }) => start < span.end && span.start < end)
    if (inside.length === 0) return [span]
    const starts = [span.start, ...inside.map(({ end }) => end)]
    const ends = [...inside.map(({ start }) => start), span.end]
    return starts.flatMap((start, at) => {
      const end = ends[at] as number
      // If only punctuation remains outside the marks, there is no value.
      return /[\p{L}\p{N}]/u.test(text.slice(start, end)) ? [{ start, end, kind: span.kind }] : []
    })
  })
}

/** Returns the finds in the JSON of a value. */
function findInJson(
  value: object,
  { secrets, pii }: RedactionFinds,
): readonly { readonly text: string; readonly kind: string }[] {
  if (!secrets && pii.length === 0) return []
  // Values that are nested too deeply for JSON are not sent either.
  const json = toJson(mapTexts(value, text => text))
  return findWanted(json, { secrets, pii }).flatMap(({ start, end, kind, value }) => {
    const text = value ?? unescapeJsonString(json.slice(start, end))
    return text === null ? [] : [{ text, kind }]
  })
}

import { toJson } from '../../text/json.ts'
import { findSecrets } from '../detect/find.ts'
import type { Span } from '../detect/span.ts'
import type { Findings } from '../redaction.ts'
import { findAll, findFields } from './find-all.ts'
import { eachText } from './map-texts.ts'
import type { Registry } from './registry.ts'

/** Finds in some values. */
export interface Learnt {
  /** Values that were not known before. */
  readonly fresh: readonly string[]
  /** Finds by text, for those too short to be replaced wherever they occur. */
  readonly places: ReadonlyMap<string, readonly Span[]>
  /** Texts that a detector failed on. */
  readonly unchecked: ReadonlySet<string>
}

/** Finds what is to be protected in some values, and takes note of it. */
export function learn(values: readonly unknown[], redaction: Findings, registry: Registry): Learnt {
  const fresh: string[] = []
  const places = new Map<string, readonly Span[]>()
  const unchecked = new Set<string>()
  const take = (value: string, kind: string): void => {
    if (registry.learn(value, kind)) fresh.push(value)
  }
  const look = (text: string): void => {
    if (places.has(text) || unchecked.has(text)) return
    const spans = findAll(text, redaction)
    if (spans === null) return void unchecked.add(text)
    if (spans.length > 0) places.set(text, spans)
    for (const { start, end, kind } of spans) take(text.slice(start, end), kind)
  }
  for (const value of values) {
    eachText(value, look)
    for (const { value: text, kind } of findFields(value, redaction.fields)) take(text, kind)
    // A name such as `password` stands beside its value in the JSON alone.
    if (redaction.secrets && typeof value === 'object' && value !== null)
      for (const { text, kind } of secretsInJson(value)) take(text, kind)
  }
  return { fresh, places, unchecked }
}

/** Returns the secrets of a JSON value, which its text shows beside the names of their fields. */
function secretsInJson(value: object): readonly { readonly text: string; readonly kind: string }[] {
  const json = toJson(value)
  return findSecrets(json).flatMap(({ start, end, kind }) => {
    const text = unescaped(json.slice(start, end))
    return text === null ? [] : [{ text, kind }]
  })
}

function unescaped(slice: string): string | null {
  try {
    const text: unknown = JSON.parse(`"${slice}"`)
    return typeof text === 'string' ? text : null
  } catch {
    return null
  }
}

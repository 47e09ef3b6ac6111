import { isObject } from '../../ir/json.ts'
import type { Span } from '../detect/span.ts'

const isSpan = (value: unknown): value is Span =>
  isObject(value) &&
  Number.isSafeInteger(value.start) &&
  Number.isSafeInteger(value.end) &&
  typeof value.kind === 'string'

/** Reads the output of a detector; null for a text that is none, as if the detector had failed. */
export function storedSpans(output: string): readonly Span[] | null {
  try {
    const value: unknown = JSON.parse(output)
    return Array.isArray(value) && value.every(isSpan) ? value : null
  } catch {
    return null
  }
}

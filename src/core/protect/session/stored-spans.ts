import { isObject } from '../../ir/json.ts'
import { parseList } from '../../text/json.ts'
import type { Span } from '../detect/span.ts'

const isSpan = (value: unknown): value is Span =>
  isObject(value) &&
  Number.isSafeInteger(value.start) &&
  Number.isSafeInteger(value.end) &&
  typeof value.kind === 'string'

/** Reads the stored output of a detector. An invalid output gives null, as if the detector had failed. */
export const storedSpans = (output: string): readonly Span[] | null => parseList(output, isSpan)

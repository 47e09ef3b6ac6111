import type { Run } from '../ir/origin.ts'
import { containsTag, ownTag } from './fence.ts'

/**
 * Escapes text that looks like a compiler tag. Without this, a user could write such a tag and pretend to be a
 * developer.
 */
export function escapeTags(runs: readonly Run[]): readonly Run[] {
  // Text between the compiler's tags cannot close them, so it stays unchanged.
  if (runs.some(([, origin]) => origin === 'c:fence')) return runs
  if (!runs.some(([text]) => containsTag(text))) return runs
  return runs.flatMap(([text, origin]) =>
    text
      .split(ownTag)
      .flatMap((piece, index): Run[] => [
        ...(index > 0 ? [['&lt;', 'c:escape'] as const] : []),
        [piece, origin],
      ]),
  )
}

/**
 * Whether a string or a key of a JSON value looks like a compiler tag. The function is recursive, so the value must not
 * be nested too deeply.
 */
export function containsTags(value: unknown): boolean {
  if (typeof value === 'string') return containsTag(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, item]) => containsTag(key) || containsTags(item))
}

import type { Run } from '../ir/origin.ts'
import { containsTag, ownTag } from './fence.ts'

/** Escapes text that looks like a fence, because a user could otherwise pose as a developer by writing the tag. */
export function escapeTags(runs: readonly Run[]): readonly Run[] {
  // Text inside a fence cannot close the fence, so it stays unchanged.
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

/** Whether a string or a key of a JSON value looks like a fence. The value must not be nested beyond the stack. */
export function containsTags(value: unknown): boolean {
  if (typeof value === 'string') return containsTag(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, item]) => containsTag(key) || containsTags(item))
}

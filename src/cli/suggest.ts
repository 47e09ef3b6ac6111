import { nearest } from '../text/nearest.ts'

/** What a mistyped word may have been, and what there is. */
export function suggest(given: string, known: readonly string[]): string {
  const near = nearest(given, known)
  const all = known.length === 1 ? `there is only '${known[0]}'` : `there are ${known.join(', ')}`
  return `${near === null ? '' : `did you mean '${near}'? `}${all}`
}

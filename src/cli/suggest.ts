import { nearest } from '../text/nearest.ts'

/** What a mistyped word may have been, and what there is. */
export function suggest(given: string, known: readonly string[]): string {
  const near = nearest(given, known)
  return `${near === null ? '' : `did you mean '${near}'? `}there are ${known.join(', ')}`
}

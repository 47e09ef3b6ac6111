import { nearest } from '../text/nearest.ts'

/** Suggests the intended word for a mistyped one, and lists the known words. */
export function suggestKnown(given: string, known: readonly string[]): string {
  const near = nearest(given, known)
  const all = known.length === 1 ? `there is only '${known[0]}'` : `there are ${known.join(', ')}`
  return `${near === null ? '' : `did you mean '${near}'? `}${all}`
}

import { nearest } from './nearest.ts'

/** Returns a question that suggests a name; '' if there is none. */
export const didYouMean = (name: string | null): string => (name === null ? '' : `did you mean '${name}'?`)

/** Returns a question that suggests the intended name; if there is none, a list of the known names. */
export function suggestMeant(meant: string | null, known: readonly string[]): string {
  if (meant !== null) return didYouMean(meant)
  if (known.length === 0) return 'none is allowed here'
  return known.length === 1 ? `use '${known[0]}'` : `use one of ${known.join(', ')}`
}

/** Returns advice for an unknown name: the nearest known name, or all known names if none is near. */
export const suggestKnown = (given: string, known: readonly string[]): string =>
  suggestMeant(nearest(given, known), known)

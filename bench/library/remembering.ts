import type { Count } from './library.ts'

/** The same counts, where each text is counted once. */
export function remembering(count: Count): Count {
  const known = new Map<string, number>()
  return text => {
    const tokens = known.get(text) ?? count(text)
    known.set(text, tokens)
    return tokens
  }
}

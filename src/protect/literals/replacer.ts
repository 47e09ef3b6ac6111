import { LiteralIndex } from './literal-index.ts'

/** Shortest value that is replaced within words too. */
const shortest = 6

/** Returns how a text is changed in which each of some values is replaced, in all of their forms. */
export function replacerOf(placeholders: ReadonlyMap<string, string>): (text: string) => string {
  const index = new LiteralIndex(placeholders.keys())
  return text => {
    let [result, at] = ['', 0]
    for (const { start, end, literal } of index.find(text)) {
      const around = (text[start - 1] ?? '') + (text[end] ?? '')
      // A short value would be found by chance in other words.
      if (literal.length < shortest && /[\p{L}\p{N}]/u.test(around)) continue
      // A value that overlaps the one before is replaced with it.
      if (start >= at) result += text.slice(at, start) + placeholders.get(literal)
      at = end
    }
    return result + text.slice(at)
  }
}

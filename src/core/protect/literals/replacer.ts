import { disjoint, edited } from './edit.ts'
import { LiteralIndex } from './literal-index.ts'

/** Shortest value that is replaced within words too. */
const shortest = 6

/** Returns how a text is changed in which each of some values is replaced, in all of their forms. */
export function replacerOf(placeholders: ReadonlyMap<string, string>): (text: string) => string {
  const index = new LiteralIndex(placeholders.keys())
  return text => {
    const edits = index.find(text).flatMap(({ start, end, literal }) => {
      const around = (text[start - 1] ?? '') + (text[end] ?? '')
      // A short value would be found by chance in other words.
      if (literal.length < shortest && /[\p{L}\p{N}]/u.test(around)) return []
      return [{ start, end, by: placeholders.get(literal) as string }]
    })
    return edited(text, disjoint(edits))
  }
}

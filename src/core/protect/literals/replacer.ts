import { applyEdits, mergeEdits } from './edit.ts'
import { LiteralIndex } from './literal-index.ts'

/** Minimum length of a value that is also replaced within words. */
const shortest = 6

/** Returns a function that replaces values in a text, in all their forms. */
export function createValueReplacer(placeholders: ReadonlyMap<string, string>): (text: string) => string {
  const index = new LiteralIndex(placeholders.keys())
  return text => {
    const edits = index.find(text).flatMap(({ start, end, literal }) => {
      const around = (text[start - 1] ?? '') + (text[end] ?? '')
      // A short value would occur by chance within other words.
      if (literal.length < shortest && /[\p{L}\p{N}]/u.test(around)) return []
      return [{ start, end, by: placeholders.get(literal) as string }]
    })
    return applyEdits(text, mergeEdits(edits))
  }
}

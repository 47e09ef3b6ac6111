import { LiteralIndex } from './literal-index.ts'

/** Returns how a text is changed in which each of some values is replaced, in all of their forms. */
export function replacerOf(placeholders: ReadonlyMap<string, string>): (text: string) => string {
  const index = new LiteralIndex(placeholders.keys())
  return text => {
    let [result, at] = ['', 0]
    for (const { start, end, literal } of index.find(text)) {
      result += text.slice(at, start) + placeholders.get(literal)
      at = end
    }
    return result + text.slice(at)
  }
}

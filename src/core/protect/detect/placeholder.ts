import { countDistinctCharacters, measured } from './entropy.ts'
import list from './placeholders.json' with { type: 'json' }

const marks: readonly string[] = list.marks
const words: readonly string[] = list.words
const values: ReadonlySet<string> = new Set(list.values)

/** Whether a value is an example, a template or the name of a variable instead of a secret. */
export function isExampleValue(value: string): boolean {
  const text = value.slice(0, measured).toLowerCase()
  if (values.has(text) || countDistinctCharacters(text) < 4) return true
  return marks.some(mark => text.includes(mark)) || words.some(one => text.includes(one))
}

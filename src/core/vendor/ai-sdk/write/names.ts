import type { NameRule } from '../../../target/names.ts'

/** Property names of every object: for a tool of such a name, the AI SDK would find something else. */
const inherited = Object.getOwnPropertyNames(Object.prototype).join('|')

/** Names that every provider takes: Gemini demands a letter or `_` first, OpenAI at most 64 characters. */
export const nameRule: NameRule = {
  allowed: new RegExp(`^(?!(?:${inherited})$)[a-zA-Z_][a-zA-Z0-9_-]*$`),
  longest: 64,
}

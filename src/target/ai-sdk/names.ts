import type { NameRule } from '../names.ts'

/** Property names of every object: for such a tool name, the AI SDK would find something that is no tool. */
const inherited = Object.getOwnPropertyNames(Object.prototype).join('|')

/** Names that every provider takes: Gemini wants a letter or `_` first, OpenAI no more than 64 signs. */
export const nameRule: NameRule = {
  allowed: new RegExp(`^(?!(?:${inherited})$)[a-zA-Z_][a-zA-Z0-9_-]*$`),
  longest: 64,
}

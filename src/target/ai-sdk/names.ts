import type { NameRule } from '../names.ts'

/** What every object has: where the AI SDK looks a tool up by such a name, it finds something that is no tool. */
const inherited = Object.getOwnPropertyNames(Object.prototype).join('|')

/** Names that every provider takes: Gemini wants a letter or `_` first, OpenAI no more than 64 signs. */
export const nameRule: NameRule = {
  allowed: new RegExp(`^(?!(?:${inherited})$)[a-zA-Z_][a-zA-Z0-9_-]*$`),
  longest: 64,
}

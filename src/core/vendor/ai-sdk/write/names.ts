import type { NameRule } from '../../../target/names.ts'

/**
 * Property names that every object inherits. A tool must not have one of these names, because a lookup by name would
 * find the inherited property.
 */
const inherited = Object.getOwnPropertyNames(Object.prototype).join('|')

/**
 * Rule for tool names that every provider accepts: Gemini requires a letter or `_` first, OpenAI at most 64 characters.
 */
export const nameRule: NameRule = {
  allowed: new RegExp(`^(?!(?:${inherited})$)[a-zA-Z_][a-zA-Z0-9_-]*$`),
  longest: 64,
}

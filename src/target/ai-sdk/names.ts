import type { NameRule } from '../names.ts'

/** Names that every provider takes: Gemini wants a letter or `_` first, OpenAI no more than 64 signs. */
export const nameRule: NameRule = { allowed: /^(?!__proto__$)[a-zA-Z_][a-zA-Z0-9_-]*$/, longest: 64 }

import { parseJson } from '../../text/parse-json.ts'

/** Returns the object or the list that a text is the JSON of; null for any other text. */
export const jsonContainer = (text: string): object | null =>
  /^\s*[[{]/.test(text) ? ((parseJson(text) as object | undefined) ?? null) : null

/** Sign before each word of a marked text. */
export const wordMark = '^'

/**
 * Returns a text with a mark before each of its words, so that a model cannot lose sight of where it begins and ends. Placeholders
 * stay as they are, since a model copies them.
 */
export const markWords = (text: string): string => text.replace(/(?<!\S)(?=\S)(?!\[secret:)/g, wordMark)

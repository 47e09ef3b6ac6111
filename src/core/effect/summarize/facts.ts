import { codeWordsIn, namesIn, textsBetween } from '../../text/identifiers.ts'

const letters = /[\p{L}\p{N}]+/gu

/**
 * Returns a text as words in lower case, separated by single blanks, so that texts are compared without case and
 * punctuation.
 */
export const plainWords = (text: string): string => (text.toLowerCase().match(letters) ?? []).join(' ')

/** Returns the quotes in a text: at least two words in double quotation marks. */
export const quotesIn = (text: string): readonly string[] =>
  [...textsBetween(text, '"', '"'), ...textsBetween(text, '“', '”'), ...textsBetween(text, '«', '»')]
    .map(plainWords)
    .filter(words => words.includes(' '))

/** Returns the paths, addresses and names of code in a text, in lower case. */
export const codeNamesIn = (text: string): readonly string[] => codeWordsIn(text).map(lowerCased)

/** Returns the names inside the sentences of a text, in lower case. */
export const properNamesIn = (text: string): readonly string[] => namesIn(text).map(lowerCased)

const lowerCased = (word: string): string => word.toLowerCase()

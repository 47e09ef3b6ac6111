import { identifiersIn, placeOfWords } from '../../src/core/text/identifiers.ts'
import { remember } from './remember.ts'

/** Identifiers of a text, in lower case: paths, addresses, names of code and of people, and numbers of four digits. */
export const identifiersOf = remember((text: string): readonly string[] =>
  identifiersIn(text).map(name => name.toLowerCase()),
)

/** Characters from which a line is a quote, not a chance. */
const leastLine = 24

/** Lines of a text that are long enough to be quotes, in lower case. */
export const linesOf = remember((text: string): readonly string[] =>
  text
    .toLowerCase()
    .split('\n')
    .map(line => line.trim())
    .filter(line => line.length >= leastLine),
)

const lower = remember((text: string): string => text.toLowerCase())

/** The first place at which a text says some words as a whole, also inside a longer path; below 0 is none. */
export const placeOf = (text: string, words: string): number => placeOfWords(lower(text), words)

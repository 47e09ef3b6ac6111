import { identifiersIn, namesIn } from '../../src/core/effect/summarize/facts.ts'
import { remember } from './remember.ts'

/** Characters that separate names in code, commands and escaped text, but not the parts of a path or an address. */
const between = /\\[nrt"]|[=+*&%^$!\\]|:(?!\/\/)/g
const numbers = /(?<![\w.])\d{4,}(?![\w])/g
const cased = /\b(?:[a-z]+\d*[A-Z]\w+|[A-Z][a-z]+[A-Z]\w*)\b/g

/** Identifiers of a text, in lower case: paths, addresses, names of code and of people, and numbers of four digits. */
export const identifiersOf = remember((text: string): readonly string[] => {
  const plain = text.replace(between, ' ')
  const found = [
    ...identifiersIn(plain).map(trimmed),
    ...(plain.match(numbers) ?? []),
    ...(plain.match(cased) ?? []).map(name => name.toLowerCase()),
    ...namesIn(plain),
  ]
  return [...new Set(found.filter(name => name.length > 2 && name.length < 200 && !/\s/.test(name)))]
})

const trimmed = (name: string): string => name.replace(/^[^\p{L}\p{N}/~.@_]+|[^\p{L}\p{N}/_]+$/gu, '')

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
export function placeOf(text: string, words: string): number {
  const known = lower(text)
  for (let at = known.indexOf(words); at >= 0; at = known.indexOf(words, at + 1))
    if (!isLetter(known[at - 1]) && !isLetter(known[at + words.length])) return at
  return -1
}

const isLetter = (character: string | undefined): boolean => character !== undefined && /\w/.test(character)

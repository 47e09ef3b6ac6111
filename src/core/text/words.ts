import { stopwords } from '@orama/stopwords/english'
import { stemmer } from 'stemmer'

/** Words that occur in nearly every sentence; the imported list lacks the article `a`. */
const common: ReadonlySet<string> = new Set([...stopwords, 'a'])

/** Scripts without spaces between words, and Korean, which attaches endings to words. */
const unspaced =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー'
const spaced = `[[\\p{L}\\p{M}\\p{N}]--[${unspaced}]]`
// Written with `new RegExp`, because the build target allows no literal with the `v` flag.
const run = new RegExp(`([${unspaced}]+)|${spaced}+(?:'${spaced}+)*`, 'gv')

/** Accents of Latin, Greek and Cyrillic letters, in decomposed form. */
const accents = /[\u0300-\u036f]/g
const beyondAscii = /[^\0-\x7f]/

/** Maximum number of characters of a word that are kept; they are enough to identify the word. */
const longest = 64

/**
 * Minimum number of characters of a word before or after an apostrophe; a shorter piece is an ending or an article ('s,
 * l', d').
 */
const leastBesideApostrophe = 3

/** Returns a text in a single spelling: lower case, without accents, with one kind of apostrophe. */
function foldSpelling(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase()
  const bare = text.normalize('NFKD').replace(accents, '').normalize('NFC')
  return bare.toLowerCase().replace(/[’ʼ]/g, "'")
}

/**
 * Returns each pair of adjacent characters. Searches use such pairs in scripts without spaces, because words could be
 * found only with a dictionary.
 */
function adjacentPairs(signs: readonly string[]): readonly string[] {
  if (signs.length < 2) return signs
  return signs.slice(1).map((sign, index) => (signs[index] as string) + sign)
}

/** Returns the words inside a word with apostrophes (`caroline's`, `l'homme`), without endings and articles. */
const apostropheWords = (word: string): readonly string[] =>
  word.split("'").filter(piece => piece.length >= leastBesideApostrophe)

/**
 * Returns the words of a text that carry its meaning, in order: in lower case, without accents and without words that
 * occur in nearly every English sentence. Scripts without spaces between words give pairs of characters.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const [word, signs] of foldSpelling(text).matchAll(run)) {
    if (signs !== undefined) {
      for (const pair of adjacentPairs([...signs])) words.push(pair)
    } else if (!word.includes("'")) {
      if (!common.has(word)) words.push(word.slice(0, longest))
    } else if (!common.has(word))
      for (const piece of apostropheWords(word)) if (!common.has(piece)) words.push(piece.slice(0, longest))
  }
  return words
}

/** Pattern of words to which the stemmer applies, because it knows only English endings. */
const english = /^[a-z]{3,40}$/

/** Returns the common stem of a word's forms: `painting` and `painted` become `paint` (Porter 1980). */
export const stemOf = (word: string): string => (english.test(word) ? stemmer(word) : word)

import { stopwords } from '@orama/stopwords/english'
import { stemmer } from 'stemmer'

/** Words that nearly every sentence has; the list itself lacks the article. */
const common: ReadonlySet<string> = new Set([...stopwords, 'a'])

/** Scripts that put no spaces between words, and Korean, which glues endings to them. */
const unspaced =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}ー'
const spaced = `[[\\p{L}\\p{M}\\p{N}]--[${unspaced}]]`
// A literal with this flag would ask for a newer target than the build has.
const run = new RegExp(`([${unspaced}]+)|${spaced}+(?:'${spaced}+)*`, 'gv')

/** Accents of Latin, Greek and Cyrillic letters, once they are taken apart. */
const accents = /[\u0300-\u036f]/g
const beyondAscii = /[^\0-\x7f]/

/** Longer ones are no words: the beginning tells them apart, and nobody pays for the rest. */
const longest = 64

/** Least characters of a word beside an apostrophe: a shorter one is an ending or an article ('s, l', d'). */
const leastBesideApostrophe = 3

/** One spelling for all ways to write the same letters. */
function folded(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase()
  const bare = text.normalize('NFKD').replace(accents, '').normalize('NFC')
  return bare.toLowerCase().replace(/[’ʼ]/g, "'")
}

/** Signs by twos, each with the one after it: what finds words in a script without spaces, without a dictionary. */
function pairs(signs: readonly string[]): readonly string[] {
  if (signs.length < 2) return signs
  return signs.slice(1).map((sign, index) => (signs[index] as string) + sign)
}

/** Returns the words left of a word with apostrophes: `caroline's`, `l'homme`. */
const withoutEndings = (word: string): readonly string[] =>
  word.split("'").filter(piece => piece.length >= leastBesideApostrophe)

/**
 * The words of a text that tell what it is about, in order: lower case, without accents, without those that nearly
 * every English sentence has. Scripts that put no spaces between words give pairs of signs.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const [word, signs] of folded(text).matchAll(run)) {
    if (signs !== undefined) {
      for (const pair of pairs([...signs])) words.push(pair)
    } else if (!word.includes("'")) {
      if (!common.has(word)) words.push(word.slice(0, longest))
    } else if (!common.has(word))
      for (const piece of withoutEndings(word)) if (!common.has(piece)) words.push(piece.slice(0, longest))
  }
  return words
}

/** English words alone have the endings that the stemmer knows. */
const english = /^[a-z]{3,40}$/

/** Returns the common stem of all forms of a word: `painting` and `painted` are `paint` (Porter 1980). */
export const stemOf = (word: string): string => (english.test(word) ? stemmer(word) : word)

/**
 * Pattern of the separators between words. Paths, addresses and names of code contain no separator, so each of them is
 * one word.
 */
const between = /[\s"'<>()[\]{},;|“”«»`]+/
const file =
  /\.(?:[cm]?[jt]sx?|json|md|py|rs|go|java|ya?ml|toml|txt|csv|html?|css|sql|sh|pdf|docx?|xlsx?|png|jpe?g)$/i

/** Minimum and maximum number of characters of a text in quotation marks. */
const [shortest, longest] = [4, 400]

/** Returns the texts between pairs of quotation marks. */
export function textsBetween(text: string, open: string, close: string): readonly string[] {
  const found: string[] = []
  for (let at = text.indexOf(open); at >= 0; ) {
    const end = text.indexOf(close, at + 1)
    if (end < 0) break
    const inner = text.slice(at + 1, end)
    const isQuote = inner.length >= shortest && inner.length <= longest && !inner.includes('\n')
    if (isQuote) found.push(inner)
    at = text.indexOf(open, isQuote ? end + 1 : at + 1)
  }
  return found
}

/** Returns the paths, addresses and names of code in a text, and the texts that it quotes as code. */
export const codeWordsIn = (text: string): readonly string[] => [
  ...text.split(between).map(trimPunctuation).filter(isCodeWord),
  ...textsBetween(text, '`', '`'),
]

/** Returns a word without trailing punctuation. */
function trimPunctuation(word: string): string {
  let end = word.length
  while (end > 0 && '.:!?'.includes(word[end - 1] as string)) end--
  return word.slice(0, end)
}

/**
 * Minimum number of characters of a word of letters and digits that counts as a name of code; `4th` and `10k` do not
 * count.
 */
const leastMixed = 5

function isCodeWord(word: string): boolean {
  if (word.length < 3) return false
  const at = word.indexOf('@')
  if (word.includes('://') || (at > 0 && word.indexOf('.', at) > 0)) return true
  const slashes = word.split(/[\\/]/).length - 1
  if (slashes > 0 && (/^[~./\\]/.test(word) || slashes > 1 || file.test(word))) return true
  if (file.test(word)) return true
  if (/[A-Za-z]_\w/.test(word)) return true
  return word.length >= leastMixed && /^\w+$/.test(word) && /\d/.test(word) && /[A-Za-z]/.test(word)
}

/** Returns the names inside the sentences of a text: capitalized words that do not begin a sentence. */
export const namesIn = (text: string): readonly string[] => text.match(inSentence) ?? []

const inSentence = /(?<=[\p{L}\p{N},;] )\p{Lu}\p{Ll}{2,}\b/gu

/** Characters that separate names in code, commands and escaped text, but not the parts of a path or an address. */
const betweenNames = /\\[nrt"]|[=+*&%^$!\\]|:(?!\/\/)/g
const longNumbers = /(?<![\w.])\d{4,}(?!\w)/g
const mixedCase = /\b(?:[a-z]+\d*[A-Z]\w+|[A-Z][a-z]+[A-Z]\w*)\b/g
const firstCharacter = /[\p{L}\p{N}/~.@_]/u
const lastCharacter = /[\p{L}\p{N}/_]/u

/** Maximum number of characters of an identifier. */
const longestIdentifier = 200

/**
 * Returns the identifiers of a text, each once, in the spelling of its first occurrence: paths, addresses, names of
 * code, of people and places, and numbers of four or more digits.
 */
export function identifiersIn(text: string): readonly string[] {
  const plain = text.replace(betweenNames, ' ')
  const found = [
    ...codeWordsIn(plain).map(trimToName),
    ...(plain.match(longNumbers) ?? []),
    ...(plain.match(mixedCase) ?? []),
    ...namesIn(plain),
  ]
  const spellings = new Map<string, string>()
  for (const name of found) {
    const key = name.toLowerCase()
    const isIdentifier = name.length > 2 && name.length < longestIdentifier && !/\s/.test(name)
    if (isIdentifier && !spellings.has(key)) spellings.set(key, name)
  }
  return [...spellings.values()]
}

/** Returns a word without the characters around it that no identifier begins or ends with. */
function trimToName(word: string): string {
  let [from, to] = [0, word.length]
  while (from < to && !firstCharacter.test(word[from] as string)) from++
  while (to > from && !lastCharacter.test(word[to - 1] as string)) to--
  return word.slice(from, to)
}

/**
 * Returns the first place at or after `from` at which a text has some words as a whole, not as a part of a longer word;
 * -1 if there is none. The text and the words are compared as they are, so both should be in lower case.
 */
export function placeOfWords(text: string, words: string, from = 0): number {
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1))
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + words.length])) return at
  return -1
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /\w/.test(character)

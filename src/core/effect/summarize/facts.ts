/**
 * Pattern of the separators between words. Paths, addresses and names of code contain no separator, so each of them is
 * one word.
 */
const between = /[\s"'<>()[\]{},;|“”«»`]+/
const letters = /[\p{L}\p{N}]+/gu
const file =
  /\.(?:[cm]?[jt]sx?|json|md|py|rs|go|java|ya?ml|toml|txt|csv|html?|css|sql|sh|pdf|docx?|xlsx?|png|jpe?g)$/i

/** Minimum and maximum number of characters of a quote. */
const [shortest, longest] = [4, 400]

/**
 * Returns a text as words in lower case, separated by single blanks, so that texts are compared without case and
 * punctuation.
 */
export const plainWords = (text: string): string => (text.toLowerCase().match(letters) ?? []).join(' ')

/** Returns the texts between pairs of quotation marks. */
function textsBetween(text: string, open: string, close: string): readonly string[] {
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

/** Returns the quotes in a text: at least two words in double quotation marks. */
export const quotesIn = (text: string): readonly string[] =>
  [...textsBetween(text, '"', '"'), ...textsBetween(text, '“', '”'), ...textsBetween(text, '«', '»')]
    .map(plainWords)
    .filter(words => words.includes(' '))

/** Returns the paths, addresses and names of code in a text, in lower case. */
export const identifiersIn = (text: string): readonly string[] =>
  [...text.split(between).map(trimPunctuation).filter(isIdentifier), ...textsBetween(text, '`', '`')].map(
    found => found.toLowerCase(),
  )

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

function isIdentifier(word: string): boolean {
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
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?<=[\p{L}\p{N},;] )\p{Lu}\p{Ll}{2,}\b/gu)].map(([name]) => name.toLowerCase())

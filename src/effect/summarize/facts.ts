/** Texts in double quotation marks, of at least two words. */
const quoted = /"([^"\n]{4,400}?)"|“([^”\n]{4,400}?)”|«([^»\n]{4,400}?)»/g

/** Addresses, paths, names of files, and names with digits or underscores in them, as programs and tools have them. */
const identifier =
  /[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'<>)\]]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:~|\.{1,2})?(?:\/[\w.@+-]+){2,}|(?:[\w-]+[\\/])+[\w-]+\.[a-z]\w{0,4}\b|\b[\w-]+\.(?:[cm]?[jt]sx?|json|md|py|rs|go|java|ya?ml|toml|txt|csv|html?|css|sql|sh|pdf|docx?|xlsx?|png|jpe?g)\b|`[^`\n]{2,120}`|\b[A-Za-z]+_\w+\b|\b(?=\w*\d)(?=\w*[A-Za-z])\w{5,}\b/gi

const letters = /[\p{L}\p{N}]+/gu

/** Returns a text as words in lower case with single blanks, so that case and marks do not matter. */
export const inWords = (text: string): string => (text.toLowerCase().match(letters) ?? []).join(' ')

/** Returns the quotes in a text. */
export const quotesIn = (text: string): readonly string[] =>
  [...text.matchAll(quoted)]
    .map(([, straight, curly, angled]) => inWords(straight ?? curly ?? angled ?? ''))
    .filter(words => words.includes(' '))

/** Returns the paths, addresses and names of code in a text, in lower case. */
export const identifiersIn = (text: string): readonly string[] =>
  (text.match(identifier) ?? []).map(found => found.replace(/^`|`$|[.,;:]+$/g, '').toLowerCase())

/** Returns the names in a text: words with a capital letter that do not begin a sentence. */
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?<=[\p{L}\p{N},;] )\p{Lu}\p{Ll}{2,}\b/gu)].map(([name]) => name.toLowerCase())

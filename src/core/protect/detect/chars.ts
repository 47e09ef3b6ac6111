/** Character classes as bits. Rules combine them to describe their alphabets. */
export const digit = 1
export const hexLower = 2
export const hexUpper = 4
export const lower = 8
export const upper = 16
export const dash = 32
export const underscore = 64
export const dot = 128
export const plusSign = 256
export const slash = 512
const equals = 1024
const tilde = 2048
export const colon = 4096
export const blank = 8192
export const lineBreak = 16384
export const quote = 32768
/** Brackets and other signs that end an unquoted value. */
export const bracket = 65536
export const percentSign = 131072
export const atSign = 262144
const dollar = 524288
export const other = 1048576

const sets: readonly (readonly [number, string])[] = [
  [digit, '0123456789'],
  [hexLower, 'abcdef'],
  [hexUpper, 'ABCDEF'],
  [lower, 'ghijklmnopqrstuvwxyz'],
  [upper, 'GHIJKLMNOPQRSTUVWXYZ'],
  [dash, '-'],
  [underscore, '_'],
  [dot, '.'],
  [plusSign, '+'],
  [slash, '/'],
  [equals, '='],
  [tilde, '~'],
  [colon, ':'],
  [blank, ' \t'],
  [lineBreak, '\n\r'],
  [quote, '"\'`'],
  [bracket, '()[]{}<>,;|&\\'],
  [percentSign, '%'],
  [atSign, '@'],
  [dollar, '$'],
]

const table = new Int32Array(128).fill(other)
table.fill(0, 0, 33)
for (const [bit, characters] of sets) for (const one of characters) table[one.charCodeAt(0)] = bit

/** Returns the class of a UTF-16 unit; 0 for control characters, and `other` for everything outside ASCII. */
export const classOf = (code: number): number => (code < 128 ? (table[code] as number) : other)

export const letter: number = hexLower | hexUpper | lower | upper
export const word: number = letter | digit
export const white: number = blank | lineBreak

/** Alphabets by name, as used in the rule table. */
export const alphabets: Readonly<Record<string, number>> = {
  digits: digit,
  hex: digit | hexLower | hexUpper,
  letters: letter,
  base62: word,
  base64: word | plusSign | slash | equals,
  base64url: word | dash | underscore | equals,
  url: word | dash | underscore | dot,
  hash: word | dash | underscore | dot | plusSign | slash | equals | dollar | colon | atSign,
  azure: word | dash | underscore | dot | tilde,
  path: word | dash | underscore | dot | slash | colon | percentSign | atSign | plusSign | equals,
  token: word | dash | underscore | dot | plusSign | slash | equals | tilde,
}
